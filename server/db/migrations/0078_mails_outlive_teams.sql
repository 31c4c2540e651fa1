ALTER TABLE "team_mails" DROP CONSTRAINT "team_mails_team_id_teams_id_fk";
--> statement-breakpoint
-- The built-in provider kept the name and address of customers whose accounts are gone.
UPDATE "test_provider_objects" SET "data" = ("data" || '{"email": "", "fullName": ""}'::jsonb) - 'reference'
WHERE "kind" = 'customer' AND ("data" ->> 'isDeleted')::boolean;
