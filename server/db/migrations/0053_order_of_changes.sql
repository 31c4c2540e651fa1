CREATE SEQUENCE "public"."change_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "tombstones" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"change_number" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text,
	"actor_id" text,
	CONSTRAINT "tombstones_user_id_kind_id_pk" PRIMARY KEY("user_id","kind","id")
);
--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "actor_kind" text;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "actor_id" text;--> statement-breakpoint
ALTER TABLE "contact_operations" ADD COLUMN "actor_kind" text;--> statement-breakpoint
ALTER TABLE "contact_operations" ADD COLUMN "actor_id" text;--> statement-breakpoint
-- Whoever acts in the transaction, as `writeInOrder` says it: a kind and, after a space, an id. Nobody: the system.
CREATE FUNCTION acting_kind() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(split_part(current_setting('goldleaf.actor', true), ' ', 1), ''), 'system')
$$;--> statement-breakpoint
CREATE FUNCTION acting_id() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT nullif(split_part(current_setting('goldleaf.actor', true), ' ', 2), '')
$$;--> statement-breakpoint
-- Without a default at first: nothing is known of what is there already.
ALTER TABLE "contact_history" ADD COLUMN "actor_kind" text, ADD COLUMN "actor_id" text;--> statement-breakpoint
ALTER TABLE "contact_history" ALTER COLUMN "actor_kind" SET DEFAULT acting_kind(), ALTER COLUMN "actor_id" SET DEFAULT acting_id();--> statement-breakpoint
ALTER TABLE "contact_tags" ADD COLUMN "id" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tombstones" ADD CONSTRAINT "tombstones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tombstones_changed_at" ON "tombstones" USING btree ("changed_at");
--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "change_number" bigint, ADD COLUMN "change_at" timestamp (3) with time zone,
  ADD COLUMN "actor_kind" text, ADD COLUMN "actor_id" text;
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "change_number" bigint, ADD COLUMN "change_at" timestamp (3) with time zone,
  ADD COLUMN "actor_kind" text, ADD COLUMN "actor_id" text;
--> statement-breakpoint
ALTER TABLE "lead_captures" ADD COLUMN "change_number" bigint, ADD COLUMN "change_at" timestamp (3) with time zone,
  ADD COLUMN "actor_kind" text, ADD COLUMN "actor_id" text;
--> statement-breakpoint
ALTER TABLE "contact_notes" ADD COLUMN "change_number" bigint, ADD COLUMN "change_at" timestamp (3) with time zone,
  ADD COLUMN "actor_kind" text, ADD COLUMN "actor_id" text;
--> statement-breakpoint
ALTER TABLE "contact_tags" ADD COLUMN "change_number" bigint, ADD COLUMN "change_at" timestamp (3) with time zone,
  ADD COLUMN "actor_kind" text, ADD COLUMN "actor_id" text;
--> statement-breakpoint
ALTER TABLE "contact_links" ADD COLUMN "change_number" bigint, ADD COLUMN "change_at" timestamp (3) with time zone,
  ADD COLUMN "actor_kind" text, ADD COLUMN "actor_id" text;
--> statement-breakpoint
ALTER TABLE "nfc_tags" ADD COLUMN "change_number" bigint, ADD COLUMN "change_at" timestamp (3) with time zone,
  ADD COLUMN "actor_kind" text, ADD COLUMN "actor_id" text;
--> statement-breakpoint
CREATE FUNCTION lock_counts(owner text) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM user_counts WHERE user_id = owner FOR NO KEY UPDATE;
END $$;
--> statement-breakpoint
-- The account's counters stay locked until the end of the transaction, so the next number is taken after this one is seen.
-- Who inserts a row with its actor has locked them: an exchange does it once for all that it adds.
CREATE FUNCTION number_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  acting text := current_setting('goldleaf.actor', true);
BEGIN
  IF TG_OP = 'UPDATE' OR NEW.actor_kind IS NULL THEN
    IF TG_TABLE_NAME = 'lead_captures' THEN PERFORM lock_counts(NEW.card_owner_id);
    ELSIF TG_TABLE_NAME = 'nfc_tags' THEN PERFORM lock_counts(user_id) FROM business_cards WHERE id = NEW.card_id;
    ELSE PERFORM lock_counts(NEW.user_id);
    END IF;
  END IF;
  NEW.change_number := nextval('change_numbers');
  NEW.change_at := coalesce(nullif(current_setting('goldleaf.at', true), '')::timestamptz, now());
  IF acting <> '' THEN
    NEW.actor_kind := split_part(acting, ' ', 1);
    NEW.actor_id := nullif(split_part(acting, ' ', 2), '');
  ELSIF TG_OP = 'UPDATE' OR NEW.actor_kind IS NULL THEN
    NEW.actor_kind := 'system';
    NEW.actor_id := NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'contacts' THEN NEW.updated_at := NEW.change_at; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Of an account that goes, nothing stays behind. Owners are locked in one order, as by add_user_counts.
CREATE FUNCTION bury(what text, owners text[], ids text[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  present text[] := ARRAY(SELECT u.id FROM users u WHERE u.id IN (SELECT DISTINCT owner FROM unnest(owners) AS o (owner)));
BEGIN
  IF cardinality(present) = 0 THEN RETURN; END IF;
  PERFORM FROM user_counts WHERE user_id = ANY (present) ORDER BY user_id FOR NO KEY UPDATE;
  INSERT INTO tombstones (user_id, kind, id, change_number, changed_at, actor_kind, actor_id)
  SELECT gone.owner, what, gone.id, nextval('change_numbers'),
    coalesce(nullif(current_setting('goldleaf.at', true), '')::timestamptz, now()), acting_kind(), acting_id()
  FROM unnest(owners, ids) AS gone (owner, id) WHERE gone.owner = ANY (present)
  ON CONFLICT (user_id, kind, id) DO UPDATE SET change_number = excluded.change_number,
    changed_at = excluded.changed_at, actor_kind = excluded.actor_kind, actor_id = excluded.actor_id;
END $$;
--> statement-breakpoint
CREATE FUNCTION bury_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'lead_captures' THEN PERFORM bury(TG_ARGV[0], array_agg(card_owner_id), array_agg(id)) FROM gone;
  ELSE PERFORM bury(TG_ARGV[0], array_agg(user_id), array_agg(id)) FROM gone;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- BEFORE triggers fire by name: contacts_changed before contacts_renamed, which empties search_text.
-- Each condition asks first what is cheap: whole rows are compared only if nothing else decides.
-- Last, since from here on who writes these tables waits for the end of this transaction. Counted views, the marks of the
-- search and of what was looked at are no changes.
CREATE TRIGGER business_cards_numbered BEFORE INSERT ON business_cards FOR EACH ROW EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER business_cards_renumbered BEFORE UPDATE ON business_cards FOR EACH ROW
  WHEN (OLD.view_count = NEW.view_count AND OLD.unique_view_count = NEW.unique_view_count)
  EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER contacts_numbered BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER contacts_changed BEFORE UPDATE ON contacts FOR EACH ROW
  WHEN (NOT (NEW.is_matched AND NOT OLD.is_matched) AND OLD.search_text IS NOT DISTINCT FROM NEW.search_text
    AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER lead_captures_numbered BEFORE INSERT ON lead_captures FOR EACH ROW EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER lead_captures_changed BEFORE UPDATE ON lead_captures FOR EACH ROW
  WHEN (OLD.search_text IS NOT DISTINCT FROM NEW.search_text AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER contact_notes_numbered BEFORE INSERT ON contact_notes FOR EACH ROW EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER contact_notes_renumbered BEFORE UPDATE ON contact_notes FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER contact_tags_numbered BEFORE INSERT ON contact_tags FOR EACH ROW EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER contact_tags_renumbered BEFORE UPDATE ON contact_tags FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER contact_links_numbered BEFORE INSERT ON contact_links FOR EACH ROW EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER contact_links_renumbered BEFORE UPDATE ON contact_links FOR EACH ROW
  WHEN ((OLD.person_id, OLD.card_id, OLD.offered_at, OLD.accepted_at, OLD.refused_at, OLD.seen)
    IS DISTINCT FROM (NEW.person_id, NEW.card_id, NEW.offered_at, NEW.accepted_at, NEW.refused_at, NEW.seen))
  EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER nfc_tags_numbered BEFORE INSERT ON nfc_tags FOR EACH ROW EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER nfc_tags_renumbered BEFORE UPDATE ON nfc_tags FOR EACH ROW
  WHEN (OLD.views = NEW.views AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER business_cards_buried AFTER DELETE ON business_cards REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_gone('card');
--> statement-breakpoint
CREATE TRIGGER contacts_buried AFTER DELETE ON contacts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_gone('contact');
--> statement-breakpoint
CREATE TRIGGER lead_captures_buried AFTER DELETE ON lead_captures REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_gone('lead');
--> statement-breakpoint
CREATE TRIGGER contact_notes_buried AFTER DELETE ON contact_notes REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_gone('contactNote');
--> statement-breakpoint
CREATE TRIGGER contact_tags_buried AFTER DELETE ON contact_tags REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_gone('contactTag');
--> statement-breakpoint
CREATE TRIGGER contact_links_buried AFTER DELETE ON contact_links REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION bury_gone('contactLink');
