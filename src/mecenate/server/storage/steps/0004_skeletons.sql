-- What the name of an account looks like (server/alike.py), so that nobody has a name that looks the same; filled in migrations.py.

ALTER TABLE people ADD COLUMN skeleton TEXT;

CREATE UNIQUE INDEX ix_people_skeleton ON people (skeleton);
