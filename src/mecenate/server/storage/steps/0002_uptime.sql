-- When some worker was there to be reached. Logs have `hint` and `outage` since, which an older program can't read.

CREATE TABLE uptime (
    began BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (began)
);
