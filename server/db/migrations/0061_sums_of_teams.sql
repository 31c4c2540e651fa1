CREATE TABLE "team_card_days" (
	"team_id" text NOT NULL,
	"day" date NOT NULL,
	"card_id" text NOT NULL,
	"views" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "team_card_days_team_id_day_card_id_pk" PRIMARY KEY("team_id","day","card_id")
);
--> statement-breakpoint
CREATE TABLE "team_people_days" (
	"user_id" text NOT NULL,
	"day" date NOT NULL,
	"holder_id" text NOT NULL,
	"contacts" integer NOT NULL,
	"leads" integer NOT NULL,
	CONSTRAINT "team_people_days_user_id_day_holder_id_pk" PRIMARY KEY("user_id","day","holder_id")
);
--> statement-breakpoint
CREATE TABLE "team_sums" (
	"team_id" text PRIMARY KEY NOT NULL,
	"summed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "team_card_figures" ADD COLUMN "closed_views" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "team_card_figures" ADD COLUMN "closed_visitors" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "team_figures" ADD COLUMN "open_from" date;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "told_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "team_card_days" ADD CONSTRAINT "team_card_days_team_id_team_sums_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team_sums"("team_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_people_days" ADD CONSTRAINT "team_people_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_sums" ADD CONSTRAINT "team_sums_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_people_days_day" ON "team_people_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "team_sums_summed_at" ON "team_sums" USING btree ("summed_at");
--> statement-breakpoint
-- Their rows are updated again and again.
ALTER TABLE "team_card_days" SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "team_people_days" SET (fillfactor = 70);
--> statement-breakpoint
-- Of an account that goes, and of persons, nothing is counted. Whoever writes people of a team has locked its counters.
CREATE FUNCTION add_team_people(owners text[], days date[], holders text[], new_contacts integer[], new_leads integer[])
  RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF owners IS NULL THEN RETURN; END IF;
  INSERT INTO team_people_days (user_id, day, holder_id, contacts, leads)
  SELECT changed.owner, changed.day, changed.holder, changed.contacts, changed.leads
  FROM unnest(owners, days, holders, new_contacts, new_leads) AS changed (owner, day, holder, contacts, leads)
  JOIN users u ON u.id = changed.owner AND u.kind = 'team' ORDER BY 1, 2, 3
  ON CONFLICT (user_id, day, holder_id) DO UPDATE
    SET contacts = team_people_days.contacts + excluded.contacts, leads = team_people_days.leads + excluded.leads;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_team_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_team_people(array_agg(user_id), array_agg(day), array_agg(holder), array_agg(change), array_agg(0)) FROM (
      SELECT user_id, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(holder_id, '') AS holder, count(*)::integer AS change
      FROM added GROUP BY 1, 2, 3
    ) AS changed;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_team_people(array_agg(user_id), array_agg(day), array_agg(holder), array_agg(change), array_agg(0)) FROM (
      SELECT user_id, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(holder_id, '') AS holder, -count(*)::integer AS change
      FROM gone GROUP BY 1, 2, 3
    ) AS changed;
  ELSE
    PERFORM add_team_people(array_agg(user_id), array_agg(day), array_agg(holder), array_agg(change), array_agg(0)) FROM (
      SELECT user_id, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(holder_id, '') AS holder, sum(one)::integer AS change
      FROM (
        SELECT user_id, created_at, holder_id, 1 AS one FROM added
        UNION ALL SELECT user_id, created_at, holder_id, -1 FROM gone
      ) AS both_ways GROUP BY 1, 2, 3 HAVING sum(one) <> 0
    ) AS changed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_team_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_team_people(array_agg(card_owner_id), array_agg(day), array_agg(holder), array_agg(0), array_agg(change)) FROM (
      SELECT card_owner_id, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(holder_id, '') AS holder, count(*)::integer AS change
      FROM added GROUP BY 1, 2, 3
    ) AS changed;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_team_people(array_agg(card_owner_id), array_agg(day), array_agg(holder), array_agg(0), array_agg(change)) FROM (
      SELECT card_owner_id, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(holder_id, '') AS holder, -count(*)::integer AS change
      FROM gone GROUP BY 1, 2, 3
    ) AS changed;
  ELSE
    PERFORM add_team_people(array_agg(card_owner_id), array_agg(day), array_agg(holder), array_agg(0), array_agg(change)) FROM (
      SELECT card_owner_id, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(holder_id, '') AS holder, sum(one)::integer AS change
      FROM (
        SELECT card_owner_id, created_at, holder_id, 1 AS one FROM added
        UNION ALL SELECT card_owner_id, created_at, holder_id, -1 FROM gone
      ) AS both_ways GROUP BY 1, 2, 3 HAVING sum(one) <> 0
    ) AS changed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Last, since from here on who writes these tables waits for the end of this transaction.
CREATE TRIGGER contacts_counted_of_teams AFTER INSERT ON contacts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_team_contacts();
--> statement-breakpoint
CREATE TRIGGER contacts_recounted_of_teams AFTER UPDATE ON contacts REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_team_contacts();
--> statement-breakpoint
CREATE TRIGGER contacts_uncounted_of_teams AFTER DELETE ON contacts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_team_contacts();
--> statement-breakpoint
CREATE TRIGGER lead_captures_counted_of_teams AFTER INSERT ON lead_captures REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_team_leads();
--> statement-breakpoint
CREATE TRIGGER lead_captures_recounted_of_teams AFTER UPDATE ON lead_captures REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_team_leads();
--> statement-breakpoint
CREATE TRIGGER lead_captures_uncounted_of_teams AFTER DELETE ON lead_captures REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_team_leads();
--> statement-breakpoint
-- No release had teams before.
INSERT INTO team_people_days (user_id, day, holder_id, contacts, leads)
SELECT user_id, day, holder, sum(contacts), sum(leads) FROM (
  SELECT c.user_id, (c.created_at AT TIME ZONE 'UTC')::date AS day, coalesce(c.holder_id, '') AS holder, 1 AS contacts, 0 AS leads
  FROM contacts c JOIN teams t ON t.id = c.user_id
  UNION ALL
  SELECT l.card_owner_id, (l.created_at AT TIME ZONE 'UTC')::date, coalesce(l.holder_id, ''), 0, 1
  FROM lead_captures l JOIN teams t ON t.id = l.card_owner_id
) AS people GROUP BY 1, 2, 3;
