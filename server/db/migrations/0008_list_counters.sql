CREATE TABLE "contact_days" (
	"user_id" text NOT NULL,
	"day" date NOT NULL,
	"contacts" integer NOT NULL,
	CONSTRAINT "contact_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "online_indexes" (
	"name" text PRIMARY KEY NOT NULL,
	"definition" text NOT NULL,
	"replaces" text
);
--> statement-breakpoint
CREATE TABLE "platform_counts" (
	"name" text NOT NULL,
	"day" date NOT NULL,
	"shard" smallint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "platform_counts_name_day_shard_pk" PRIMARY KEY("name","day","shard")
);
--> statement-breakpoint
CREATE TABLE "user_counts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"cards" integer DEFAULT 0 NOT NULL,
	"contacts" integer DEFAULT 0 NOT NULL,
	"leads" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"signed_up_on" date NOT NULL,
	"is_counted" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_days" ADD CONSTRAINT "contact_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_counts" ADD CONSTRAINT "user_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_counts_uncounted" ON "user_counts" USING btree ("user_id") WHERE not "user_counts"."is_counted";

--> statement-breakpoint
-- Adds to the figures of the platform. Sorted, so that two who change several wait for each other in one order.
CREATE FUNCTION add_platform_counts(names text[], days date[], changes bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO platform_counts (name, day, shard, count)
  SELECT name, day, pg_backend_pid() % 16, sum(change) FROM unnest(names, days, changes) AS changed (name, day, change)
  GROUP BY name, day HAVING sum(change) <> 0 ORDER BY name, day
  ON CONFLICT (name, day, shard) DO UPDATE SET count = platform_counts.count + excluded.count
$$;
--> statement-breakpoint
-- What one user adds to each figure. An active subscription pays for one card at least.
CREATE FUNCTION platform_figures(cards integer, contacts integer, status text, signed_up_on date)
  RETURNS TABLE (name text, day date, change bigint) LANGUAGE sql IMMUTABLE AS $$
  VALUES ('users', '-infinity'::date, 1::bigint), ('signups', signed_up_on, 1), (status, '-infinity', 1),
    ('cards', '-infinity', cards), ('contacts', '-infinity', contacts),
    ('paid cards', '-infinity', CASE WHEN status = 'active' THEN greatest(cards, 1) ELSE 0 END)
$$;
--> statement-breakpoint
CREATE FUNCTION count_platform() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_platform_counts(array_agg(name), array_agg(day), array_agg(change)) FROM (
      SELECT name, day, sum(change)::bigint AS change
      FROM added, platform_figures(cards, contacts, status, signed_up_on) GROUP BY name, day
    ) AS changed;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_platform_counts(array_agg(name), array_agg(day), array_agg(change)) FROM (
      SELECT name, day, -sum(change)::bigint AS change
      FROM gone, platform_figures(cards, contacts, status, signed_up_on) GROUP BY name, day
    ) AS changed;
  ELSE
    PERFORM add_platform_counts(array_agg(name), array_agg(day), array_agg(change)) FROM (
      SELECT name, day, sum(change)::bigint AS change FROM (
        SELECT f.name, f.day, f.change FROM added, platform_figures(cards, contacts, status, signed_up_on) AS f
        UNION ALL
        SELECT f.name, f.day, -f.change FROM gone, platform_figures(cards, contacts, status, signed_up_on) AS f
      ) AS figures GROUP BY name, day
    ) AS changed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_counts_added AFTER INSERT ON user_counts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_platform();
--> statement-breakpoint
CREATE TRIGGER user_counts_changed AFTER UPDATE ON user_counts REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_platform();
--> statement-breakpoint
CREATE TRIGGER user_counts_gone AFTER DELETE ON user_counts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_platform();
--> statement-breakpoint
CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_counts (user_id, status, signed_up_on)
    SELECT id, subscription_status, (created_at AT TIME ZONE 'UTC')::date FROM added;
  ELSE
    UPDATE user_counts SET status = NEW.subscription_status, signed_up_on = (NEW.created_at AT TIME ZONE 'UTC')::date
    WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_counted AFTER INSERT ON users REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_users();
--> statement-breakpoint
CREATE TRIGGER users_recounted AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.subscription_status <> NEW.subscription_status OR OLD.created_at <> NEW.created_at)
  EXECUTE FUNCTION count_users();
--> statement-breakpoint
-- Users of before have counters from here on, to which the job list-upkeep adds what they had.
INSERT INTO user_counts (user_id, status, signed_up_on, is_counted)
SELECT id, subscription_status, (created_at AT TIME ZONE 'UTC')::date, false FROM users ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Owners are locked in one order, so that two batches for the same owners cannot wait for each other. Plans are kept by each
-- connection, also those made while the table was small: only those that follow indexes are allowed.
CREATE FUNCTION add_user_counts(owners text[], new_cards integer[], new_contacts integer[], new_leads integer[])
  RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF owners IS NULL THEN RETURN; END IF;
  IF array_length(owners, 1) > 1 THEN
    PERFORM FROM user_counts WHERE user_id = ANY (owners) ORDER BY user_id FOR NO KEY UPDATE;
  END IF;
  UPDATE user_counts SET cards = user_counts.cards + changed.cards, contacts = user_counts.contacts + changed.contacts,
    leads = user_counts.leads + changed.leads
  FROM unnest(owners, new_cards, new_contacts, new_leads) AS changed (owner, cards, contacts, leads)
  WHERE user_id = owner;
END $$;
--> statement-breakpoint
CREATE FUNCTION add_contact_days(owners text[], days date[], changes integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO contact_days (user_id, day, contacts)
  SELECT owner, day, change FROM unnest(owners, days, changes) AS changed (owner, day, change) ORDER BY owner, day
  ON CONFLICT (user_id, day) DO UPDATE SET contacts = contact_days.contacts + excluded.contacts
$$;
--> statement-breakpoint
CREATE FUNCTION count_contacts() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_user_counts(array_agg(user_id), array_agg(0), array_agg(change), array_agg(0))
    FROM (SELECT user_id, count(*)::integer AS change FROM added GROUP BY user_id) AS changed;
    PERFORM add_contact_days(array_agg(user_id), array_agg(day), array_agg(change)) FROM (
      SELECT user_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*)::integer AS change FROM added GROUP BY 1, 2
    ) AS changed;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_user_counts(array_agg(user_id), array_agg(0), array_agg(change), array_agg(0))
    FROM (SELECT user_id, -count(*)::integer AS change FROM gone GROUP BY user_id) AS changed;
    -- Of an account that goes, nothing is left to count.
    UPDATE contact_days SET contacts = contact_days.contacts - changed.count FROM (
      SELECT user_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*)::integer FROM gone GROUP BY 1, 2
    ) AS changed WHERE contact_days.user_id = changed.user_id AND contact_days.day = changed.day;
  ELSE
    PERFORM add_user_counts(array[OLD.user_id, NEW.user_id], array[0, 0], array[-1, 1], array[0, 0])
    WHERE OLD.user_id <> NEW.user_id;
    PERFORM add_contact_days(array[OLD.user_id], array[(OLD.created_at AT TIME ZONE 'UTC')::date], array[-1]);
    PERFORM add_contact_days(array[NEW.user_id], array[(NEW.created_at AT TIME ZONE 'UTC')::date], array[1]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_user_counts(array_agg(card_owner_id), array_agg(0), array_agg(0), array_agg(change))
    FROM (SELECT card_owner_id, count(*)::integer AS change FROM added GROUP BY card_owner_id) AS changed;
  ELSE
    PERFORM add_user_counts(array_agg(card_owner_id), array_agg(0), array_agg(0), array_agg(change))
    FROM (SELECT card_owner_id, -count(*)::integer AS change FROM gone GROUP BY card_owner_id) AS changed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_user_counts(array_agg(user_id), array_agg(change), array_agg(0), array_agg(0)) FROM (
      SELECT user_id, count(*)::integer AS change FROM added WHERE deleted_at IS NULL GROUP BY user_id
    ) AS changed;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_user_counts(array_agg(user_id), array_agg(change), array_agg(0), array_agg(0)) FROM (
      SELECT user_id, -count(*)::integer AS change FROM gone WHERE deleted_at IS NULL GROUP BY user_id
    ) AS changed;
  ELSE
    PERFORM add_user_counts(array[NEW.user_id], array[CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END], array[0], array[0]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A word of a person that changes makes them unsearchable until list-upkeep has read them again.
CREATE FUNCTION forget_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := NULL;
  NEW.search_grams := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
ALTER TABLE contacts ADD COLUMN search_text text, ADD COLUMN search_grams integer[];
--> statement-breakpoint
ALTER TABLE lead_captures ADD COLUMN search_text text, ADD COLUMN search_grams integer[];
--> statement-breakpoint
ALTER TABLE users ADD COLUMN search_text text, ADD COLUMN search_grams integer[];
--> statement-breakpoint
-- Hashes of grams tell the planner nothing, and gathering their statistics is dear.
ALTER TABLE contacts ALTER COLUMN search_grams SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE lead_captures ALTER COLUMN search_grams SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE users ALTER COLUMN search_grams SET STATISTICS 0;
--> statement-breakpoint
CREATE TRIGGER contacts_renamed BEFORE UPDATE OF full_name, email, company ON contacts FOR EACH ROW
  WHEN ((OLD.full_name, OLD.email, OLD.company) IS DISTINCT FROM (NEW.full_name, NEW.email, NEW.company))
  EXECUTE FUNCTION forget_search_text();
--> statement-breakpoint
CREATE TRIGGER lead_captures_renamed BEFORE UPDATE OF lead_name, lead_email, lead_company ON lead_captures FOR EACH ROW
  WHEN ((OLD.lead_name, OLD.lead_email, OLD.lead_company) IS DISTINCT FROM (NEW.lead_name, NEW.lead_email, NEW.lead_company))
  EXECUTE FUNCTION forget_search_text();
--> statement-breakpoint
CREATE TRIGGER users_renamed BEFORE UPDATE OF id, full_name, email, username ON users FOR EACH ROW
  WHEN ((OLD.id, OLD.full_name, OLD.email, OLD.username) IS DISTINCT FROM (NEW.id, NEW.full_name, NEW.email, NEW.username))
  EXECUTE FUNCTION forget_search_text();
--> statement-breakpoint
-- What makes a user searchable changes no page.
DROP TRIGGER users_page_change ON users;
--> statement-breakpoint
CREATE TRIGGER users_page_change AFTER UPDATE ON users FOR EACH ROW
  WHEN (NEW.search_text IS NULL OR OLD.search_text IS NOT DISTINCT FROM NEW.search_text)
  EXECUTE FUNCTION tell_page_change('user');
--> statement-breakpoint
CREATE TRIGGER users_page_gone AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION tell_page_change('user');
--> statement-breakpoint
INSERT INTO online_indexes (name, definition, replaces) VALUES
  ('contacts_newest', 'ON contacts (user_id, created_at, id)', 'contacts_user_id'),
  ('contacts_favorites', 'ON contacts (user_id, created_at, id) WHERE is_favorite', NULL),
  ('contacts_unsearchable', 'ON contacts (user_id, created_at, id) WHERE search_text IS NULL', NULL),
  ('contacts_search', 'ON contacts USING gin (search_grams) WHERE search_grams IS NOT NULL', NULL),
  ('lead_captures_newest', 'ON lead_captures (card_owner_id, created_at, id)', 'lead_captures_card_owner_id'),
  ('lead_captures_unsearchable', 'ON lead_captures (card_owner_id, created_at, id) WHERE search_text IS NULL', NULL),
  ('lead_captures_search', 'ON lead_captures USING gin (search_grams) WHERE search_grams IS NOT NULL', NULL),
  ('users_newest', 'ON users (created_at, id)', 'users_created_at'),
  ('users_full_name', 'ON users (fold_case(full_name), id)', NULL),
  ('users_status', 'ON users (subscription_status, created_at, id)', NULL),
  ('users_unsearchable', 'ON users (created_at, id) WHERE search_text IS NULL', NULL),
  ('users_search', 'ON users USING gin (search_grams) WHERE search_grams IS NOT NULL', NULL);
--> statement-breakpoint
-- On small tables an index is there in a moment; on large ones the job list-upkeep builds it while the product runs.
DO $do$
DECLARE wanted record;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM contacts LIMIT 10000) AS c) + (SELECT count(*) FROM (SELECT FROM users LIMIT 10000) AS u)
    + (SELECT count(*) FROM (SELECT FROM lead_captures LIMIT 10000) AS l) < 10000 THEN
    FOR wanted IN SELECT * FROM online_indexes LOOP
      EXECUTE format('CREATE INDEX %I %s', wanted.name, wanted.definition);
      IF wanted.replaces IS NOT NULL THEN EXECUTE format('DROP INDEX %I', wanted.replaces); END IF;
    END LOOP;
  END IF;
END $do$;
--> statement-breakpoint
-- Last, since from here on who writes these tables waits for the end of this transaction.
CREATE TRIGGER contacts_counted AFTER INSERT ON contacts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_contacts();
--> statement-breakpoint
CREATE TRIGGER contacts_recounted AFTER UPDATE ON contacts FOR EACH ROW
  WHEN (OLD.user_id <> NEW.user_id OR OLD.created_at <> NEW.created_at) EXECUTE FUNCTION count_contacts();
--> statement-breakpoint
CREATE TRIGGER contacts_uncounted AFTER DELETE ON contacts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_contacts();
--> statement-breakpoint
CREATE TRIGGER lead_captures_counted AFTER INSERT ON lead_captures REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
--> statement-breakpoint
CREATE TRIGGER lead_captures_uncounted AFTER DELETE ON lead_captures REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
--> statement-breakpoint
CREATE TRIGGER business_cards_counted AFTER INSERT ON business_cards REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_cards();
--> statement-breakpoint
CREATE TRIGGER business_cards_recounted AFTER UPDATE ON business_cards FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION count_cards();
--> statement-breakpoint
CREATE TRIGGER business_cards_uncounted AFTER DELETE ON business_cards REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_cards();
