ALTER TABLE "notice_settings" ADD COLUMN "unconfirmed_mails" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- How many receipts were settled for an owner today, among all that the owner has.
INSERT INTO online_indexes (name, definition) VALUES
  ('receipts_settled', 'ON receipts (user_id, settled_at)');
--> statement-breakpoint
DO $do$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM receipts LIMIT 10000) AS c) < 10000 THEN
    CREATE INDEX receipts_settled ON receipts (user_id, settled_at);
  END IF;
END $do$;
