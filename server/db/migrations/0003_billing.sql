CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"user_id" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"effect" text,
	"error" text,
	"tries" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"trial_days" integer NOT NULL,
	"session_id" text,
	"url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"number" text,
	"status" text NOT NULL,
	"cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"url" text
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"status" text,
	"quantity" integer,
	"trial_ends_at" timestamp (3) with time zone,
	"period_ends_at" timestamp (3) with time zone,
	"cancels_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"granted_until" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "test_provider_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"customer_id" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_events_user_id" ON "billing_events" USING btree ("user_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open_key" ON "checkouts" USING btree ("user_id") WHERE "checkouts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "invoices_user_id" ON "invoices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "test_provider_objects_customer_id" ON "test_provider_objects" USING btree ("customer_id","kind");--> statement-breakpoint
CREATE INDEX "users_trial_ends_at" ON "users" USING btree ("trial_ends_at") WHERE "users"."subscription_status" = 'trial';--> statement-breakpoint
CREATE INDEX "users_subscription_ends_at" ON "users" USING btree ("subscription_ends_at") WHERE "users"."subscription_status" = 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "users_stripe_customer_id" ON "users" USING btree ("stripe_customer_id");