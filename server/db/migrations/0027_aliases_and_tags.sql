CREATE TABLE "aliases" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"user_id" text NOT NULL,
	"card_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "aliases_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
CREATE TABLE "claimed_names" (
	"skeleton_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nfc_tags" (
	"card_id" text NOT NULL,
	"number" smallint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"written_at" timestamp (3) with time zone,
	"is_locked" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"views" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "nfc_tags_card_id_number_pk" PRIMARY KEY("card_id","number")
);
--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "alias" text;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "is_alias_main" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_alias" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "card_views" ADD COLUMN "nfc_tag" smallint;--> statement-breakpoint
ALTER TABLE "aliases" ADD CONSTRAINT "aliases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aliases" ADD CONSTRAINT "aliases_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claimed_names" ADD CONSTRAINT "claimed_names_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nfc_tags" ADD CONSTRAINT "nfc_tags_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "aliases_user_id" ON "aliases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "aliases_card_id" ON "aliases" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "claimed_names_user_id" ON "claimed_names" USING btree ("user_id");
--> statement-breakpoint
-- A short address shows or redirects to something else, or comes to be: its page, also the one that says that there is
-- nothing, has a tag of its own.
CREATE FUNCTION tell_alias_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('page_changes', 'alias:' || COALESCE(NEW.kind, OLD.kind) || '/' || COALESCE(NEW.name, OLD.name));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER aliases_page_change AFTER INSERT OR UPDATE OR DELETE ON aliases FOR EACH ROW
  EXECUTE FUNCTION tell_alias_change();
--> statement-breakpoint
-- Which numbers of tags count is kept in memory with what else counting a card's views needs.
CREATE FUNCTION tell_tag_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('page_changes', 'card:' || NEW.card_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER nfc_tags_page_change AFTER INSERT OR UPDATE OF removed_at ON nfc_tags FOR EACH ROW
  EXECUTE FUNCTION tell_tag_change();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_up_new_views() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_rollups(array_agg(v::card_views)) FROM new_views v HAVING count(*) > 0;
  -- Most batches have no view by a tag: then this looks through the batch and touches no table.
  IF EXISTS (SELECT FROM new_views WHERE nfc_tag IS NOT NULL) THEN
    UPDATE nfc_tags t SET views = t.views + n.views
    FROM (
      SELECT card_id, nfc_tag, count(*)::int AS views FROM new_views WHERE nfc_tag IS NOT NULL GROUP BY 1, 2
    ) n
    WHERE t.card_id = n.card_id AND t.number = n.nfc_tag AND t.removed_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As before, and notes the tag that led to the card.
CREATE OR REPLACE FUNCTION count_views(given json, repeat_minutes integer)
  RETURNS TABLE (id text, is_counted boolean, is_first boolean, counted_at timestamptz) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
#variable_conflict use_column
BEGIN
  -- Locked in the order of ids, two processes never wait for each other in a circle; and the visitors of a locked card
  -- are nobody else's to write until we commit.
  PERFORM FROM business_cards c
  WHERE c.id IN (SELECT g ->> 'card_id' FROM json_array_elements(given) g) AND c.deleted_at IS NULL
  ORDER BY c.id FOR NO KEY UPDATE;

  RETURN QUERY
  WITH sent AS (
    SELECT v.id, v.card_id, decode(v.visitor, 'base64') AS visitor, v.may_be_first, v.viewer_ip, v.viewer_location,
      v.viewer_device, v.referrer, v.via, v.tag, v.nfc_tag, v.created_at
    FROM json_to_recordset(given) AS v (
      id text, card_id text, visitor text, may_be_first boolean, viewer_ip text, viewer_location text,
      viewer_device text, referrer text, via text, tag text, nfc_tag smallint, created_at timestamptz
    )
    JOIN business_cards c ON c.id = v.card_id AND c.deleted_at IS NULL
  ), judged AS (
    SELECT sent.*, known.counted_at AS last_counted_at,
      CASE WHEN known.counted_at IS NULL THEN sent.may_be_first
        ELSE sent.created_at >= known.counted_at + make_interval(mins => repeat_minutes) END AS is_fresh,
      sent.visitor IS NOT NULL AND sent.may_be_first AND known.counted_at IS NULL AS is_new
    FROM sent
    LEFT JOIN card_visitors known ON known.card_id = sent.card_id AND known.visitor = sent.visitor
  ), kept AS (
    INSERT INTO card_views
      (id, card_id, viewer_ip, viewer_location, viewer_device, referrer, via, tag, nfc_tag, is_first, created_at)
    SELECT j.id, j.card_id, j.viewer_ip, j.viewer_location, j.viewer_device, j.referrer, j.via, j.tag, j.nfc_tag,
      j.is_new, j.created_at
    FROM judged j WHERE j.is_fresh
  ), remembered AS (
    INSERT INTO card_visitors (card_id, visitor, counted_at, first_seen_at)
    SELECT j.card_id, j.visitor, j.created_at, j.created_at FROM judged j WHERE j.is_fresh AND j.visitor IS NOT NULL
    ON CONFLICT (card_id, visitor) DO UPDATE SET counted_at = excluded.counted_at
  ), counted AS (
    UPDATE business_cards c
    SET view_count = c.view_count + n.views, unique_view_count = c.unique_view_count + n.visitors
    FROM (
      SELECT j.card_id, count(*)::int AS views, (count(*) FILTER (WHERE j.is_new))::int AS visitors
      FROM judged j WHERE j.is_fresh GROUP BY j.card_id
    ) n
    WHERE c.id = n.card_id
  )
  SELECT j.id, j.is_fresh, j.is_new, CASE WHEN j.is_fresh THEN j.created_at ELSE j.last_counted_at END FROM judged j;
END $$;
