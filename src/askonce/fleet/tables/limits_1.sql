CREATE TABLE limits (
    queue text PRIMARY KEY,
    calls bigint,
    tokens bigint,
    money double precision
);

CREATE TABLE spending (
    queue text NOT NULL,
    day date NOT NULL,
    calls bigint NOT NULL DEFAULT 0,
    tokens bigint NOT NULL DEFAULT 0,
    money double precision NOT NULL DEFAULT 0,
    PRIMARY KEY (queue, day)
);

CREATE TABLE reservations (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    queue text NOT NULL,
    day date NOT NULL,
    tokens bigint NOT NULL,
    money double precision NOT NULL,
    made timestamptz NOT NULL DEFAULT now(),
    is_counted boolean NOT NULL DEFAULT false
);
CREATE INDEX reservations_by_queue ON reservations (queue, day);

CREATE TABLE provider_pace (
    account text PRIMARY KEY,
    until timestamptz NOT NULL,
    refusals integer NOT NULL DEFAULT 0
);
