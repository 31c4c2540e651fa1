-- A function in SQL is planned anew at each call, one in PL/pgSQL once for each connection: each batch of contacts calls both.
CREATE OR REPLACE FUNCTION add_platform_counts(names text[], days date[], changes bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Sorted, so that two who change several wait for each other in one order.
  INSERT INTO platform_counts (name, day, shard, count)
  SELECT changed.name, changed.day, pg_backend_pid() % 16, sum(changed.change)
  FROM unnest(names, days, changes) AS changed (name, day, change)
  GROUP BY changed.name, changed.day HAVING sum(changed.change) <> 0 ORDER BY changed.name, changed.day
  ON CONFLICT (name, day, shard) DO UPDATE SET count = platform_counts.count + excluded.count;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_contact_days(owners text[], days date[], changes integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_days (user_id, day, contacts)
  SELECT changed.owner, changed.day, changed.change
  FROM unnest(owners, days, changes) AS changed (owner, day, change) ORDER BY changed.owner, changed.day
  ON CONFLICT (user_id, day) DO UPDATE SET contacts = contact_days.contacts + excluded.contacts;
END $$;
