CREATE TABLE "card_versions" (
	"card_id" text NOT NULL,
	"user_id" text NOT NULL,
	"day" date NOT NULL,
	"fields" jsonb NOT NULL,
	"media_names" text[] NOT NULL,
	CONSTRAINT "card_versions_card_id_day_pk" PRIMARY KEY("card_id","day")
);
--> statement-breakpoint
ALTER TABLE "card_versions" ADD CONSTRAINT "card_versions_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_versions" ADD CONSTRAINT "card_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_versions_user_id" ON "card_versions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "card_versions_day" ON "card_versions" USING btree ("day");