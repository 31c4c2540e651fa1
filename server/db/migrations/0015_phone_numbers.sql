ALTER TABLE "business_cards" ADD COLUMN "phone_region" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "phone_e164" text;--> statement-breakpoint
ALTER TABLE "lead_captures" ADD COLUMN "lead_phone_e164" text;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "phone_e164" text;