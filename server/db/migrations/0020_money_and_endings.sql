CREATE TABLE "billing_endings" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"username" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"error" text,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_reports" (
	"kind" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "currency" text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_cents" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "is_disputed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "interval" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "interval_count" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "unit_cents" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "lapses_at" timestamp (3) with time zone;