ALTER TABLE workers ADD COLUMN steady_since timestamptz NOT NULL DEFAULT now();
COMMENT ON COLUMN workers.steady_since IS 'Since when its signs have come without a long pause';
