ALTER TABLE runs ADD COLUMN changed bigint NOT NULL DEFAULT txid_current();
COMMENT ON COLUMN runs.changed IS 'The transaction that changed its state: who looks again reads what changed since';
CREATE INDEX runs_by_change ON runs (changed);
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed := txid_current();
    RETURN NEW;
END $$;
CREATE TRIGGER runs_changed BEFORE UPDATE OF state ON runs FOR EACH ROW EXECUTE FUNCTION note_change();

CREATE INDEX runs_unpassed ON runs (ended DESC NULLS FIRST)
    WHERE state IN ('failed', 'set_aside', 'needs_answer', 'postponed');
CREATE INDEX runs_waiting ON runs (queue, need) WHERE state = 'waiting';
