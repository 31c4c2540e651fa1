CREATE TABLE "team_page_cards" (
	"card_id" text PRIMARY KEY NOT NULL,
	"holder_id" text NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "is_page_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "team_page_cards" ADD CONSTRAINT "team_page_cards_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_page_cards" ADD CONSTRAINT "team_page_cards_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_page_cards_holder_id" ON "team_page_cards" USING btree ("holder_id");--> statement-breakpoint
-- A team's page shows its people, its name, its logo and its color.
CREATE FUNCTION tell_team_page_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('page_changes', 'team:' || user_id)
  FROM business_cards WHERE id = COALESCE(NEW.card_id, OLD.card_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER team_page_cards_change AFTER INSERT OR UPDATE OR DELETE ON team_page_cards FOR EACH ROW
  EXECUTE FUNCTION tell_team_page_change();
--> statement-breakpoint
CREATE TRIGGER teams_page_change AFTER UPDATE ON teams FOR EACH ROW
  EXECUTE FUNCTION tell_page_change('team');
--> statement-breakpoint
-- Whoever is suspended is on no team's page meanwhile.
CREATE FUNCTION tell_holder_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('page_changes', 'team:' || team_id) FROM team_members WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_holder_change AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.suspended_at IS DISTINCT FROM NEW.suspended_at)
  EXECUTE FUNCTION tell_holder_change();
