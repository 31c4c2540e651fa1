CREATE UNLOGGED TABLE "limit_counts" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"is_refused" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "limit_counts_ends_at" ON "limit_counts" USING btree ("ends_at");