ALTER TABLE "teams" ADD COLUMN "admins_need_two_step" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "teams_newest" ON "teams" USING btree ("created_at","id");