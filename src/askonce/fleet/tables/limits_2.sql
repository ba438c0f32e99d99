ALTER TABLE reservations ADD COLUMN key text UNIQUE;
COMMENT ON COLUMN reservations.key IS 'Made by who asks for it: asked again, it is the same reservation';
