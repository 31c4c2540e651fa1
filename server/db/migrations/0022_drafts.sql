CREATE TABLE "card_drafts" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"card_id" text,
	"base_version" integer,
	"fields" jsonb NOT NULL,
	"before" jsonb NOT NULL,
	"media_names" text[] DEFAULT '{}' NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_drafts_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "card_drafts" ADD CONSTRAINT "card_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_drafts" ADD CONSTRAINT "card_drafts_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_drafts_card_id" ON "card_drafts" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "card_drafts_updated_at" ON "card_drafts" USING btree ("updated_at");