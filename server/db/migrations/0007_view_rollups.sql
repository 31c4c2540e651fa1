CREATE TABLE "card_days" (
	"card_id" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "card_days_card_id_day_kind_value_pk" PRIMARY KEY("card_id","day","kind","value")
);
--> statement-breakpoint
CREATE TABLE "card_hours" (
	"card_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"views" integer NOT NULL,
	"new_visitors" integer NOT NULL,
	CONSTRAINT "card_hours_card_id_hour_pk" PRIMARY KEY("card_id","hour")
);
--> statement-breakpoint
CREATE TABLE "rollup_backfills" (
	"source" text PRIMARY KEY NOT NULL,
	"position" text,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "card_views" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "card_views" ADD COLUMN "tag" text;--> statement-breakpoint
-- In two steps, so that the views there are have null: the job that adds them to the rollups knows them by it.
ALTER TABLE "card_views" ADD COLUMN "is_first" boolean;--> statement-breakpoint
ALTER TABLE "card_views" ALTER COLUMN "is_first" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "card_visitors" ADD COLUMN "first_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "card_days" ADD CONSTRAINT "card_days_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_hours" ADD CONSTRAINT "card_hours_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A counted view updates its card's rows again and again: room on the page keeps the indexes out of it.
ALTER TABLE "card_hours" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "card_days" SET (fillfactor = 70);--> statement-breakpoint
INSERT INTO "rollup_backfills" ("source") SELECT 'card_views' WHERE EXISTS (SELECT FROM "card_views");--> statement-breakpoint
INSERT INTO "rollup_backfills" ("source") SELECT 'card_visitors' WHERE EXISTS (SELECT FROM "card_visitors");--> statement-breakpoint
-- The channel of a view whose link named none: where its visitor came from says it.
CREATE FUNCTION channel_of(host text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN host IS NULL THEN 'direct'
    WHEN host ~ '(^|\.)(linkedin\.com|lnkd\.in)$' OR host LIKE 'com.linkedin.%' THEN 'linkedin'
    WHEN host ~ '(^|\.)(twitter\.com|x\.com|t\.co)$' OR host LIKE 'com.twitter.%' THEN 'twitter'
    WHEN host ~ '(^|\.)(facebook\.com|fb\.com|fb\.me)$' OR host LIKE 'com.facebook.%' THEN 'facebook'
    WHEN host ~ '(^|\.)(whatsapp\.com|wa\.me)$' OR host LIKE 'com.whatsapp%' THEN 'whatsapp'
    WHEN host ~ '^(mail|outlook|webmail)\.' OR host = 'com.google.android.gm' THEN 'mail'
    ELSE 'other'
  END
$$;
--> statement-breakpoint
-- Adds views to the rollups, each once. Whoever calls this has locked the cards of the views, so that two never count
-- the 50 values of one day at the same time. Plans are kept by each connection, also those made while a table was empty:
-- only those that follow indexes are allowed.
CREATE FUNCTION add_to_rollups(given card_views[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
BEGIN
  INSERT INTO card_hours (card_id, hour, views, new_visitors)
  SELECT v.card_id, date_trunc('hour', v.created_at, 'UTC'), count(*), count(*) FILTER (WHERE v.is_first)
  FROM unnest(given) v GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (card_id, hour) DO UPDATE
    SET views = card_hours.views + excluded.views, new_visitors = card_hours.new_visitors + excluded.new_visitors;

  WITH facts AS (
    SELECT v.card_id, (v.created_at AT TIME ZONE 'UTC')::date AS day, k.kind, left(k.value, 100) AS value, count(*) AS views
    FROM unnest(given) v CROSS JOIN LATERAL (VALUES
      ('device', v.viewer_device),
      ('source', coalesce(v.referrer, 'Direct')),
      ('channel', coalesce(v.via, channel_of(v.referrer))),
      ('tag', v.tag),
      ('place', v.viewer_location)
    ) k(kind, value)
    -- Of a visitor who asked not to be tracked nothing is known.
    WHERE v.viewer_device IS NOT NULL AND k.value IS NOT NULL
    GROUP BY 1, 2, 3, 4
  ), ranked AS (
    SELECT f.*, known.value IS NOT NULL AS is_known,
      row_number() OVER (
        PARTITION BY f.card_id, f.day, f.kind, known.value IS NULL ORDER BY f.views DESC, f.value
      ) AS place
    FROM facts f LEFT JOIN card_days known
      ON (known.card_id, known.day, known.kind, known.value) = (f.card_id, f.day, f.kind, f.value)
  )
  INSERT INTO card_days (card_id, day, kind, value, views)
  SELECT r.card_id, r.day, r.kind,
    CASE WHEN r.is_known OR r.place + (
      SELECT count(*) FROM card_days d
      WHERE (d.card_id, d.day, d.kind) = (r.card_id, r.day, r.kind) AND d.value <> 'Other'
    ) <= 50 THEN r.value ELSE 'Other' END,
    sum(r.views)
  FROM ranked r GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (card_id, day, kind, value) DO UPDATE SET views = card_days.views + excluded.views;
END $$;
--> statement-breakpoint
CREATE FUNCTION roll_up_new_views() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_rollups(array_agg(v::card_views)) FROM new_views v HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER card_views_roll_up AFTER INSERT ON card_views REFERENCING NEW TABLE AS new_views
  FOR EACH STATEMENT EXECUTE FUNCTION roll_up_new_views();
--> statement-breakpoint
-- Writes a batch of views at once, counts them, and answers what became of each. Not counted: a visitor's view within
-- some minutes of one that counted, whichever process took it; a new visitor's where `may_be_first` is false; a view of a
-- card that is gone, which has no row in the answer. A batch holds at most one view of a visitor.
CREATE FUNCTION count_views(given json, repeat_minutes integer)
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
      v.viewer_device, v.referrer, v.via, v.tag, v.created_at
    FROM json_to_recordset(given) AS v (
      id text, card_id text, visitor text, may_be_first boolean, viewer_ip text, viewer_location text,
      viewer_device text, referrer text, via text, tag text, created_at timestamptz
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
      (id, card_id, viewer_ip, viewer_location, viewer_device, referrer, via, tag, is_first, created_at)
    SELECT j.id, j.card_id, j.viewer_ip, j.viewer_location, j.viewer_device, j.referrer, j.via, j.tag, j.is_new, j.created_at
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
