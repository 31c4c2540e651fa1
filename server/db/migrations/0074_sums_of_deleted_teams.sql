-- The sums of a deleted team go bit by bit, after the row of the team: they belong to its account.
ALTER TABLE "team_sums" DROP CONSTRAINT "team_sums_team_id_teams_id_fk";
--> statement-breakpoint
ALTER TABLE "team_sums" ADD CONSTRAINT "team_sums_team_id_users_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
