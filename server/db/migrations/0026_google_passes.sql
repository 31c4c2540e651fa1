CREATE TABLE "google_passes" (
	"card_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"object_id" text,
	"put" text,
	"put_at" timestamp (3) with time zone
);
