ALTER TABLE runs ADD COLUMN asked_attempt integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN runs.asked_attempt IS 'The attempt after which the answer was given; it counts until a later one has used it';
