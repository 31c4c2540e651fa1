ALTER TABLE "business_cards" ADD COLUMN "is_unclaimed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "team_mails" ADD COLUMN "token_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "team_mails_token_hash" ON "team_mails" USING btree ("token_hash");