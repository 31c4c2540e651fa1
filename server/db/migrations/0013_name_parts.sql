ALTER TABLE "business_cards" ADD COLUMN "name_prefix" text;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "name_suffix" text;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "given_name" text;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "additional_name" text;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "family_name" text;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "name_order" text;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "phonetic_given_name" text;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "phonetic_family_name" text;