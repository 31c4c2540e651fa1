ALTER TABLE "contacts" ADD COLUMN "followed_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "follow_up_language" text;