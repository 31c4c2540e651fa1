CREATE TABLE "contact_links" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"user_id" text NOT NULL,
	"sender_id" text NOT NULL,
	"card_id" text,
	"offered_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"seen" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "sender_id" text;--> statement-breakpoint
ALTER TABLE "contact_links" ADD CONSTRAINT "contact_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_links" ADD CONSTRAINT "contact_links_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_links" ADD CONSTRAINT "contact_links_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_links_person_id" ON "contact_links" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "contact_links_user_id" ON "contact_links" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "contact_links_offers" ON "contact_links" USING btree ("user_id","offered_at") WHERE "contact_links"."offered_at" is not null and "contact_links"."accepted_at" is null and "contact_links"."refused_at" is null;--> statement-breakpoint
CREATE INDEX "contact_links_sender_id" ON "contact_links" USING btree ("sender_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contact_links_card_id" ON "contact_links" USING btree ("card_id") WHERE "contact_links"."card_id" is not null;