CREATE TABLE "team_brand" (
	"team_id" text NOT NULL,
	"field" text NOT NULL,
	"value" text,
	"mode" text NOT NULL,
	CONSTRAINT "team_brand_team_id_field_pk" PRIMARY KEY("team_id","field"),
	CONSTRAINT "team_brand_mode" CHECK ("team_brand"."mode" in ('default', 'locked')),
	CONSTRAINT "team_brand_value" CHECK ("team_brand"."value" is null or "team_brand"."field" not in ('companyLogo', 'primaryColor'))
);
--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "disclaimer" text;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "chosen_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "brand_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "brand_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "team_brand" ADD CONSTRAINT "team_brand_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- All pages of a team's cards show something else.
CREATE TRIGGER teams_brand_change AFTER UPDATE ON teams FOR EACH ROW
  WHEN (OLD.brand_version <> NEW.brand_version) EXECUTE FUNCTION tell_page_change('user');
--> statement-breakpoint
-- Cards that were prepared got a copy of these, which they keep; new ones take them over.
INSERT INTO team_brand (team_id, field, value, mode)
  SELECT id, field, CASE field WHEN 'company' THEN name END, 'default'
  FROM teams CROSS JOIN unnest(array['companyLogo', 'primaryColor', 'company']) AS field;
