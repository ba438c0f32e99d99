CREATE TABLE devices (
    id text PRIMARY KEY,
    kind text NOT NULL,
    names text[] NOT NULL,
    worker text NOT NULL,
    state text NOT NULL CHECK (state IN ('ready', 'busy', 'gone')),
    why text NOT NULL DEFAULT '',
    run text,
    since timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT now(),
    lease double precision NOT NULL
);
CREATE INDEX devices_by_worker ON devices (worker);
