CREATE TABLE submissions (
    key text PRIMARY KEY,
    digest text NOT NULL,
    made text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX submissions_by_made ON submissions (made);
COMMENT ON COLUMN submissions.made IS 'The batch or schedule that was made of it';
