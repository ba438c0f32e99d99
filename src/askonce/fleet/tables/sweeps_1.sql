CREATE TABLE sweeps (
    at timestamptz NOT NULL
);
COMMENT ON TABLE sweeps IS 'When a worker last looked for what lost workers left, for all of them';
INSERT INTO sweeps VALUES ('-infinity');
