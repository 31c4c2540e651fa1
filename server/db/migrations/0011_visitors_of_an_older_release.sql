-- A release of before the rollups, which may still run beside this one or come back for a while, counts a new visitor on
-- the card and writes no `first_seen_at`. Counted here, the visitors of the hours stay those of the card. No job takes
-- such a row for one of before, since it has the moment afterwards.
CREATE FUNCTION add_visitor_of_older_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_hours (card_id, hour, views, new_visitors)
  VALUES (NEW.card_id, date_trunc('hour', NEW.counted_at, 'UTC'), 0, 1)
  ON CONFLICT (card_id, hour) DO UPDATE SET new_visitors = card_hours.new_visitors + 1;
  UPDATE card_visitors SET first_seen_at = NEW.counted_at WHERE card_id = NEW.card_id AND visitor = NEW.visitor;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER card_visitors_of_older_release AFTER INSERT ON card_visitors FOR EACH ROW
  WHEN (NEW.first_seen_at IS NULL) EXECUTE FUNCTION add_visitor_of_older_release();
