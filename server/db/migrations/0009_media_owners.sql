CREATE TABLE "media_network_days" (
	"network" text NOT NULL,
	"day" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "media_network_days_network_day_pk" PRIMARY KEY("network","day")
);
--> statement-breakpoint
CREATE TABLE "media_owners" (
	"user_id" text NOT NULL,
	"media_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"idle_since" timestamp (3) with time zone,
	CONSTRAINT "media_owners_user_id_media_name_pk" PRIMARY KEY("user_id","media_name")
);
--> statement-breakpoint
CREATE TABLE "media_reservations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"bytes" bigint NOT NULL,
	"network" text,
	"day" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "is_shrunk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "media_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_owners" ADD CONSTRAINT "media_owners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_owners" ADD CONSTRAINT "media_owners_media_name_media_name_fk" FOREIGN KEY ("media_name") REFERENCES "public"."media"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_reservations" ADD CONSTRAINT "media_reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_network_days_day" ON "media_network_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "media_owners_media_name" ON "media_owners" USING btree ("media_name");--> statement-breakpoint
CREATE INDEX "media_owners_idle_since" ON "media_owners" USING btree ("idle_since") WHERE "media_owners"."idle_since" is not null;--> statement-breakpoint
CREATE INDEX "media_reservations_user_id" ON "media_reservations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "media_reservations_expires_at" ON "media_reservations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "media_to_shrink" ON "media" USING btree ("name") WHERE "media"."kind" = 'image' and not "media"."is_shrunk";--> statement-breakpoint
-- Bytes that are counted change nothing a page shows, and neither does what makes a user searchable.
DROP TRIGGER users_page_change ON users;
--> statement-breakpoint
CREATE TRIGGER users_page_change AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.media_bytes = NEW.media_bytes
    AND (NEW.search_text IS NULL OR OLD.search_text IS NOT DISTINCT FROM NEW.search_text))
  EXECUTE FUNCTION tell_page_change('user');
