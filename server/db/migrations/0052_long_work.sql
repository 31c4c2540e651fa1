ALTER TABLE "contact_imports" ADD COLUMN "lease_holder" text;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account_imports" ADD COLUMN "lease_holder" text;--> statement-breakpoint
ALTER TABLE "account_imports" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account_imports" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_imports_to_do" ON "contact_imports" USING btree ("lease_until") WHERE ("contact_imports"."state" in ('reading', 'running', 'undoing') or ("contact_imports"."state" = 'done'
    and "contact_imports"."photos_done" + "contact_imports"."photos_left_out" < "contact_imports"."photos_wanted" and "contact_imports"."photo_note" is null));