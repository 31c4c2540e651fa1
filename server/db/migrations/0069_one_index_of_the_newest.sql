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
--> statement-breakpoint
-- Entries of the search's index wait in a list that due work merges every ten seconds; who fills it has to, in an exchange.
UPDATE online_indexes SET definition = 'ON contacts USING gin (search_grams) WITH (gin_pending_list_limit = 16384) WHERE search_grams IS NOT NULL'
  WHERE name = 'contacts_search';
--> statement-breakpoint
ALTER INDEX IF EXISTS contacts_search SET (gin_pending_list_limit = 16384);
--> statement-breakpoint
-- Planned once for each connection, and never without the index: the table is empty now and has thousands of rows a second later.
CREATE OR REPLACE FUNCTION contact_bytes_of(owner text) RETURNS bigint LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  counted bigint;
BEGIN
  SELECT u.bytes INTO counted FROM contact_use u WHERE u.user_id = owner;
  IF FOUND AND counted IS NULL THEN RETURN 0; END IF;
  RETURN greatest(0, coalesce(counted, 0) + coalesce((SELECT sum(w.bytes) FROM contact_use_changes w WHERE w.user_id = owner), 0)::bigint);
END $$;
--> statement-breakpoint
-- Whoever adds many at once holds a share until they commit: no one else takes that one.
CREATE OR REPLACE FUNCTION add_platform_counts(names text[], days date[], changes bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own integer;
BEGIN
  FOR nth IN 0..15 LOOP
    own := (pg_backend_pid() + nth) % 16;
    EXIT WHEN pg_try_advisory_xact_lock(hashtext('platform counts'), own);
  END LOOP;
  -- Sorted, so that two who change several wait for each other in one order.
  INSERT INTO platform_counts (name, day, shard, count)
  SELECT changed.name, changed.day, own, sum(changed.change)
  FROM unnest(names, days, changes) AS changed (name, day, change)
  GROUP BY changed.name, changed.day HAVING sum(changed.change) <> 0 ORDER BY changed.name, changed.day
  ON CONFLICT (name, day, shard) DO UPDATE SET count = platform_counts.count + excluded.count;
END $$;
--> statement-breakpoint
-- A key goes with its contact; asking for its row of users again locked that once for each key. Last, since it locks both tables.
ALTER TABLE "contact_matches" DROP CONSTRAINT "contact_matches_user_id_users_id_fk";
