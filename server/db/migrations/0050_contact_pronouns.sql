ALTER TABLE "contacts" ADD COLUMN "pronouns" text;--> statement-breakpoint
SELECT count_contact_column('pronouns');
