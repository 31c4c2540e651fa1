CREATE TABLE "billing_notices" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"fact" text NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_notices_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_refusal" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "told_quantity" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "price_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "payment_card" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "payment_card_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "billing_notices" ADD CONSTRAINT "billing_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;