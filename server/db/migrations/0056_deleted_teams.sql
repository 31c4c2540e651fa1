ALTER TABLE "teams" ADD COLUMN "was_exchange_enabled" boolean;--> statement-breakpoint
CREATE INDEX "team_members_joined" ON "team_members" USING btree ("team_id","joined_at","id");