-- The first schema. This file never changes again: a database is brought further by the next file.

CREATE TABLE keys (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE people (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    login TEXT,
    email TEXT,
    password TEXT,
    language TEXT,
    created BIGINT NOT NULL,
    anonymised BIGINT,
    PRIMARY KEY (id),
    UNIQUE (login)
);

CREATE TABLE aliases (
    guest TEXT NOT NULL,
    account TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (guest),
    FOREIGN KEY(guest) REFERENCES people (id),
    FOREIGN KEY(account) REFERENCES people (id)
);

CREATE INDEX ix_aliases_account ON aliases (account);

CREATE TABLE sessions (
    hash TEXT NOT NULL,
    person TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    PRIMARY KEY (hash),
    FOREIGN KEY(person) REFERENCES people (id)
);

CREATE INDEX ix_sessions_expires ON sessions (expires);

CREATE INDEX ix_sessions_person ON sessions (person);

CREATE TABLE subscriptions (
    id TEXT NOT NULL,
    person TEXT NOT NULL,
    channel TEXT NOT NULL,
    address TEXT NOT NULL,
    keys TEXT NOT NULL,
    language TEXT NOT NULL,
    token TEXT NOT NULL,
    interval_s INTEGER NOT NULL,
    last_sent BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    not_before BIGINT NOT NULL,
    created BIGINT NOT NULL,
    verified BIGINT,
    verify_hash TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY(person) REFERENCES people (id),
    UNIQUE (token),
    UNIQUE (verify_hash)
);

CREATE INDEX ix_subscriptions_person ON subscriptions (person);

CREATE TABLE tables (
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    components TEXT NOT NULL,
    engine TEXT NOT NULL,
    seats INTEGER NOT NULL,
    setup TEXT NOT NULL,
    public BOOLEAN NOT NULL,
    host TEXT NOT NULL,
    status TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    seq INTEGER NOT NULL,
    due BIGINT,
    asked_person TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY(host) REFERENCES people (id)
);

CREATE INDEX ix_tables_due ON tables (due);

CREATE INDEX ix_tables_host ON tables (host);

CREATE INDEX ix_tables_lobby ON tables (status, public, created);

CREATE TABLE tokens (
    id TEXT NOT NULL,
    hash TEXT NOT NULL,
    person TEXT NOT NULL,
    label TEXT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT,
    PRIMARY KEY (id),
    UNIQUE (hash),
    FOREIGN KEY(person) REFERENCES people (id)
);

CREATE INDEX ix_tokens_person ON tokens (person);

CREATE TABLE entries (
    "table" TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at BIGINT NOT NULL,
    seat INTEGER,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY ("table", seq),
    FOREIGN KEY("table") REFERENCES tables (id)
);

CREATE TABLE invitations (
    hash TEXT NOT NULL,
    "table" TEXT NOT NULL,
    seat INTEGER NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT,
    used_by TEXT,
    PRIMARY KEY (hash),
    FOREIGN KEY("table") REFERENCES tables (id),
    FOREIGN KEY(used_by) REFERENCES people (id)
);

CREATE INDEX ix_invitations_table ON invitations ("table", seat);

CREATE TABLE messages (
    "table" TEXT NOT NULL,
    number INTEGER NOT NULL,
    at BIGINT NOT NULL,
    person TEXT NOT NULL,
    audience TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY ("table", number),
    FOREIGN KEY("table") REFERENCES tables (id),
    FOREIGN KEY(person) REFERENCES people (id)
);

CREATE INDEX ix_messages_person ON messages (person);

CREATE TABLE notices (
    subscription TEXT NOT NULL,
    "table" TEXT NOT NULL,
    at BIGINT NOT NULL,
    turn TEXT NOT NULL,
    PRIMARY KEY (subscription, "table"),
    FOREIGN KEY(subscription) REFERENCES subscriptions (id),
    FOREIGN KEY("table") REFERENCES tables (id)
);

CREATE TABLE plans (
    "table" TEXT NOT NULL,
    seat INTEGER NOT NULL,
    created BIGINT NOT NULL,
    held TEXT NOT NULL,
    PRIMARY KEY ("table", seat),
    FOREIGN KEY("table") REFERENCES tables (id)
);

CREATE TABLE seats (
    "table" TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT,
    bot TEXT,
    PRIMARY KEY ("table", seat),
    FOREIGN KEY("table") REFERENCES tables (id),
    FOREIGN KEY(person) REFERENCES people (id)
);

CREATE INDEX ix_seats_person ON seats (person);

CREATE TABLE seen (
    "table" TEXT NOT NULL,
    person TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY ("table", person),
    FOREIGN KEY("table") REFERENCES tables (id),
    FOREIGN KEY(person) REFERENCES people (id)
);

CREATE TABLE shares (
    token TEXT NOT NULL,
    "table" TEXT NOT NULL,
    position INTEGER,
    seat INTEGER,
    person TEXT,
    created BIGINT NOT NULL,
    PRIMARY KEY (token),
    FOREIGN KEY("table") REFERENCES tables (id),
    FOREIGN KEY(person) REFERENCES people (id)
);

CREATE INDEX ix_shares_table ON shares ("table");
