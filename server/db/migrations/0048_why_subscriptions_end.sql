ALTER TABLE "subscriptions" ADD COLUMN "ending" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ending_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "unsettled_at" timestamp (3) with time zone;