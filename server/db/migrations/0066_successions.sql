CREATE TABLE "card_successions" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"card_id" text NOT NULL,
	"former_id" text,
	"former_name" text NOT NULL,
	"invite_id" text,
	"alias" text,
	"is_alias_main" boolean DEFAULT false NOT NULL,
	"names" text[] DEFAULT '{}' NOT NULL,
	"handed_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"people" integer,
	"people_moved" integer DEFAULT 0 NOT NULL,
	"moved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "team_leavers" (
	"team_id" text NOT NULL,
	"leaver_id" text NOT NULL,
	"role" text NOT NULL,
	"is_own_choice" boolean NOT NULL,
	"left_at" timestamp (3) with time zone NOT NULL,
	"card_ids" text[] NOT NULL,
	"asked_at" timestamp (3) with time zone,
	CONSTRAINT "team_leavers_team_id_leaver_id_pk" PRIMARY KEY("team_id","leaver_id")
);
--> statement-breakpoint
DROP INDEX "team_invites_open";--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "vacancy" text;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "pass_round" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "card_versions" ADD COLUMN "reason" text DEFAULT 'edit' NOT NULL;--> statement-breakpoint
ALTER TABLE "card_versions" ADD COLUMN "succession_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "released_people" ADD COLUMN "has_left" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "card_versions" DROP CONSTRAINT "card_versions_card_id_day_pk";--> statement-breakpoint
ALTER TABLE "card_versions" ADD CONSTRAINT "card_versions_card_id_day_succession_id_reason_pk" PRIMARY KEY("card_id","day","succession_id","reason");--> statement-breakpoint
ALTER TABLE "card_successions" ADD CONSTRAINT "card_successions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_successions" ADD CONSTRAINT "card_successions_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_successions" ADD CONSTRAINT "card_successions_former_id_users_id_fk" FOREIGN KEY ("former_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_successions" ADD CONSTRAINT "card_successions_invite_id_team_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."team_invites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_successions" ADD CONSTRAINT "card_successions_handed_by_users_id_fk" FOREIGN KEY ("handed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_leavers" ADD CONSTRAINT "team_leavers_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_leavers" ADD CONSTRAINT "team_leavers_leaver_id_users_id_fk" FOREIGN KEY ("leaver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_successions_card" ON "card_successions" USING btree ("card_id","created_at");--> statement-breakpoint
CREATE INDEX "card_successions_team" ON "card_successions" USING btree ("team_id","created_at","id");--> statement-breakpoint
CREATE INDEX "card_successions_invite" ON "card_successions" USING btree ("invite_id");--> statement-breakpoint
CREATE INDEX "card_successions_former" ON "card_successions" USING btree ("former_id");--> statement-breakpoint
CREATE INDEX "card_successions_handed_by" ON "card_successions" USING btree ("handed_by");--> statement-breakpoint
CREATE INDEX "team_leavers_leaver_id" ON "team_leavers" USING btree ("leaver_id");--> statement-breakpoint
CREATE INDEX "team_leavers_left_at" ON "team_leavers" USING btree ("left_at");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invites_open" ON "team_invites" USING btree ("team_id",fold_case("email"),"card_id") WHERE "team_invites"."claimed_at" is null;--> statement-breakpoint
ALTER TABLE "business_cards" ADD CONSTRAINT "business_cards_vacancy" CHECK ("business_cards"."vacancy" in ('named', 'unnamed'));