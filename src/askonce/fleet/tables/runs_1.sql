CREATE TABLE runs (
    id text PRIMARY KEY,
    batch text NOT NULL,
    number integer NOT NULL,
    queue text NOT NULL,
    need text NOT NULL,
    name text NOT NULL,
    priority integer NOT NULL DEFAULT 0,
    lock text,
    schedule text,
    order_json text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN (
        'waiting', 'running', 'passed', 'failed', 'cancelled', 'set_aside', 'needs_answer', 'postponed'
    )),
    attempt integer NOT NULL DEFAULT 0,
    retries_left integer NOT NULL DEFAULT 0,
    kills integer NOT NULL DEFAULT 0,
    worker text,
    job bigint,
    beat timestamptz,
    lease double precision,
    cancel_wanted boolean NOT NULL DEFAULT false,
    answer text NOT NULL DEFAULT '',
    not_before timestamptz,
    submitted timestamptz NOT NULL DEFAULT now(),
    started timestamptz,
    ended timestamptz,
    why text NOT NULL DEFAULT '',
    place text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX runs_by_batch ON runs (batch, number);
CREATE INDEX runs_running ON runs (beat) WHERE state = 'running';
CREATE INDEX runs_by_state ON runs (queue, state);
CREATE INDEX runs_by_job ON runs (job);
CREATE INDEX runs_by_submitted ON runs (submitted);

CREATE TABLE attempts (
    run text NOT NULL REFERENCES runs ON DELETE CASCADE,
    attempt integer NOT NULL,
    worker text NOT NULL,
    started timestamptz NOT NULL DEFAULT now(),
    ended timestamptz,
    outcome text NOT NULL DEFAULT '',
    why text NOT NULL DEFAULT '',
    result_json text,
    PRIMARY KEY (run, attempt)
);

CREATE TABLE workers (
    id text PRIMARY KEY,
    host text NOT NULL,
    process integer NOT NULL,
    slots integer NOT NULL,
    queues text[] NOT NULL,
    needs text[] NOT NULL,
    started timestamptz NOT NULL DEFAULT now(),
    beat timestamptz NOT NULL DEFAULT now(),
    lease double precision NOT NULL
);

CREATE TABLE schedules (
    id text PRIMARY KEY,
    cron text NOT NULL,
    queue text NOT NULL,
    names text[] NOT NULL,
    submission_json text NOT NULL,
    created timestamptz NOT NULL DEFAULT now(),
    next_at timestamptz NOT NULL,
    last_at timestamptz,
    last_batch text
);
