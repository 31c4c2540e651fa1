ALTER TABLE "account_events" ADD COLUMN "actor_id" text;--> statement-breakpoint
ALTER TABLE "account_events" ADD COLUMN "subject_id" text;