ALTER TABLE "lead_captures" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Whoever withdraws is removed from what could be undone, too.
INSERT INTO online_indexes (name, definition) VALUES
  ('contact_undo_rows_contact_id', 'ON contact_undo_rows (contact_id)');
--> statement-breakpoint
DO $do$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM contact_undo_rows LIMIT 10000) AS c) < 10000 THEN
    CREATE INDEX contact_undo_rows_contact_id ON contact_undo_rows (contact_id);
  END IF;
END $do$;
