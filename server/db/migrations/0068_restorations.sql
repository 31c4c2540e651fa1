CREATE TABLE "noted_customers" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restorations" (
	"id" text PRIMARY KEY NOT NULL,
	"restored_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"release" text NOT NULL,
	"released_at" timestamp (3) with time zone
);
