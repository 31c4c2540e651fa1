ALTER TABLE "contacts" ADD COLUMN "name_prefix" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "given_name" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "additional_name" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "family_name" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "name_suffix" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "phonetic_given_name" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "phonetic_family_name" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "name_order" text;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "name_prefix" text;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "given_name" text;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "additional_name" text;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "family_name" text;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "name_suffix" text;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "phonetic_given_name" text;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "phonetic_family_name" text;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "name_order" text;