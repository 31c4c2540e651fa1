CREATE TABLE "team_invites" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"card_id" text NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text,
	"invited_by" text,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"claimed_by" text,
	"asked_email" text,
	CONSTRAINT "team_invites_role" CHECK ("team_invites"."role" in ('admin', 'member'))
);
--> statement-breakpoint
CREATE TABLE "team_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"address_hash" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_refusals" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "holder_id" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "holder_id" text;--> statement-breakpoint
ALTER TABLE "lead_captures" ADD COLUMN "holder_id" text;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "members_may_export" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "offered_to" text;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "team_invites" ADD CONSTRAINT "team_invites_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invites" ADD CONSTRAINT "team_invites_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invites" ADD CONSTRAINT "team_invites_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invites" ADD CONSTRAINT "team_invites_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_mails" ADD CONSTRAINT "team_mails_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_invites_team" ON "team_invites" USING btree ("team_id","created_at","id");--> statement-breakpoint
CREATE INDEX "team_invites_card_id" ON "team_invites" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "team_invites_invited_by" ON "team_invites" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "team_invites_claimed_by" ON "team_invites" USING btree ("claimed_by");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invites_token_hash" ON "team_invites" USING btree ("token_hash") WHERE "team_invites"."token_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "team_invites_open" ON "team_invites" USING btree ("team_id",lower("email")) WHERE "team_invites"."claimed_at" is null;--> statement-breakpoint
CREATE INDEX "team_mails_address" ON "team_mails" USING btree ("address_hash","sent_at");--> statement-breakpoint
CREATE INDEX "team_mails_team" ON "team_mails" USING btree ("team_id","sent_at");--> statement-breakpoint
ALTER TABLE "business_cards" ADD CONSTRAINT "business_cards_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_captures" ADD CONSTRAINT "lead_captures_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_offered_to_users_id_fk" FOREIGN KEY ("offered_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_cards_held" ON "business_cards" USING btree ("holder_id","user_id","created_at","id") WHERE "business_cards"."holder_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_owner" ON "team_members" USING btree ("team_id") WHERE "team_members"."role" = 'owner';--> statement-breakpoint
CREATE INDEX "teams_offered_to" ON "teams" USING btree ("offered_to");--> statement-breakpoint
CREATE INDEX "teams_deleted_at" ON "teams" USING btree ("deleted_at") WHERE "teams"."deleted_at" is not null;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_role" CHECK ("team_members"."role" in ('owner', 'admin', 'member'));--> statement-breakpoint
-- Who is met through a card of a team; what is a person's own has no holder, and costs no entry.
INSERT INTO online_indexes (name, definition) VALUES
  ('contacts_held', 'ON contacts (holder_id, user_id, created_at, id) WHERE holder_id IS NOT NULL'),
  ('lead_captures_held', 'ON lead_captures (holder_id, card_owner_id, created_at, id) WHERE holder_id IS NOT NULL');
--> statement-breakpoint
DO $do$
DECLARE wanted record;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM contacts LIMIT 10000) AS c) < 10000 THEN
    FOR wanted IN SELECT * FROM online_indexes WHERE name IN ('contacts_held', 'lead_captures_held') LOOP
      EXECUTE format('CREATE INDEX %I %s', wanted.name, wanted.definition);
    END LOOP;
  END IF;
END $do$;
