-- One index of an owner's newest contacts, which says also whom the owner has not written to: nearly all, in the same order.
-- `replaces` names more than one from here on.
DELETE FROM online_indexes WHERE name IN ('contacts_newest', 'contacts_not_followed_up');
--> statement-breakpoint
INSERT INTO online_indexes (name, definition, replaces) VALUES
  ('contacts_by_time', 'ON contacts (user_id, created_at, id) INCLUDE (followed_up_at)', 'contacts_newest, contacts_not_followed_up, contacts_user_id');
--> statement-breakpoint
-- The other one begins with the same column.
UPDATE online_indexes SET replaces = 'receipts_user_id' WHERE name = 'receipts_settled';
--> statement-breakpoint
-- On small tables at once; on large ones by the job list-upkeep, while the product runs.
DO $do$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM contacts LIMIT 10000) AS c) < 10000 THEN
    CREATE INDEX contacts_by_time ON contacts (user_id, created_at, id) INCLUDE (followed_up_at);
    DROP INDEX IF EXISTS contacts_newest, contacts_not_followed_up, contacts_user_id;
  END IF;
  IF to_regclass('receipts_settled') IS NOT NULL AND (SELECT count(*) FROM (SELECT FROM receipts LIMIT 10000) AS r) < 10000 THEN
    DROP INDEX IF EXISTS receipts_user_id;
  END IF;
END $do$;
