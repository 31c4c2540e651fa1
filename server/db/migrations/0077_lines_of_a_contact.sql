-- Whoever withdraws is removed from the lines of files, too, of which an account may have hundreds of thousands.
INSERT INTO online_indexes (name, definition) VALUES
  ('contact_import_rows_contact', 'ON contact_import_rows (contact_id) WHERE contact_id IS NOT NULL');
--> statement-breakpoint
-- On small tables at once; on large ones by the job list-upkeep, while the product runs.
DO $do$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM contact_import_rows LIMIT 10000) AS r) < 10000 THEN
    CREATE INDEX contact_import_rows_contact ON contact_import_rows (contact_id) WHERE contact_id IS NOT NULL;
  END IF;
END $do$;
