CREATE TABLE "receipt_days" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"user_id" text NOT NULL,
	"given" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"corrected_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "lead_captures" ALTER COLUMN "custom_fields" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "lead_questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "business_cards" ADD COLUMN "lead_consent_text" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "custom_fields" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "consents" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "lead_status" text;--> statement-breakpoint
ALTER TABLE "lead_captures" ADD COLUMN "consents" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_captures" ADD COLUMN "status" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "retention_months" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "retention_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "custom_fields" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "consents" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "receipt" jsonb;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_days_day" ON "receipt_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "receipts_user_id" ON "receipts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "receipts_person_id" ON "receipts" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "receipts_unsettled" ON "receipts" USING btree ("created_at") WHERE "receipts"."settled_at" is null;