ALTER TABLE "arrivals" ADD COLUMN "event" text;--> statement-breakpoint
ALTER TABLE "arrivals" ADD COLUMN "person_id" text;--> statement-breakpoint
ALTER TABLE "arrivals" ADD COLUMN "card_name" text;