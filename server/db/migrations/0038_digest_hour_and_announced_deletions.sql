CREATE TABLE "retention_notices" (
	"person_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"mail_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"announced_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notice_settings" ADD COLUMN "daily_hour" smallint DEFAULT 18 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_notices" ADD CONSTRAINT "retention_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retention_notices_user_id" ON "retention_notices" USING btree ("user_id");