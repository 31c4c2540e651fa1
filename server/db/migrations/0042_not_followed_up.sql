-- The contacts of an owner who were not written to yet, in the order of the list: they may be few among many.
INSERT INTO online_indexes (name, definition) VALUES
  ('contacts_not_followed_up', 'ON contacts (user_id, created_at, id) WHERE followed_up_at IS NULL');
--> statement-breakpoint
DO $do$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM contacts LIMIT 10000) AS c) < 10000 THEN
    CREATE INDEX contacts_not_followed_up ON contacts (user_id, created_at, id) WHERE followed_up_at IS NULL;
  END IF;
END $do$;
