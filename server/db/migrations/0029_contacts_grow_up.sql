CREATE TABLE "contact_filters" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_history" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_matches" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"contact_id" text NOT NULL,
	CONSTRAINT "contact_matches_user_id_key_contact_id_pk" PRIMARY KEY("user_id","key","contact_id")
);
--> statement-breakpoint
CREATE TABLE "contact_media" (
	"contact_id" text NOT NULL,
	"user_id" text NOT NULL,
	"media_name" text NOT NULL,
	CONSTRAINT "contact_media_contact_id_media_name_pk" PRIMARY KEY("contact_id","media_name")
);
--> statement-breakpoint
CREATE TABLE "contact_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "contact_operations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"details" jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_tags" (
	"user_id" text NOT NULL,
	"folded" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_tags_user_id_folded_pk" PRIMARY KEY("user_id","folded")
);
--> statement-breakpoint
CREATE TABLE "contact_undo_rows" (
	"nth" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_undo_rows_nth_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"source" text,
	"row" jsonb,
	"media_name" text
);
--> statement-breakpoint
CREATE TABLE "distinct_contacts" (
	"user_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"other_id" text NOT NULL,
	CONSTRAINT "distinct_contacts_user_id_contact_id_other_id_pk" PRIMARY KEY("user_id","contact_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "met_events" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"place" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "email_label" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "phone_label" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "website_label" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "more_emails" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "more_phones" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "more_websites" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "addresses" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "nickname" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "department" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "birthday" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "anniversary" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "met_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "met_place" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "met_event" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "other_properties" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "is_matched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_captures" ADD COLUMN "met_place" text;--> statement-breakpoint
ALTER TABLE "lead_captures" ADD COLUMN "met_event" text;--> statement-breakpoint
ALTER TABLE "contact_filters" ADD CONSTRAINT "contact_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_history" ADD CONSTRAINT "contact_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_history" ADD CONSTRAINT "contact_history_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_matches" ADD CONSTRAINT "contact_matches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_matches" ADD CONSTRAINT "contact_matches_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_media" ADD CONSTRAINT "contact_media_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_media" ADD CONSTRAINT "contact_media_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_media" ADD CONSTRAINT "contact_media_media_name_media_name_fk" FOREIGN KEY ("media_name") REFERENCES "public"."media"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_notes" ADD CONSTRAINT "contact_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_notes" ADD CONSTRAINT "contact_notes_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_operations" ADD CONSTRAINT "contact_operations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_undo_rows" ADD CONSTRAINT "contact_undo_rows_operation_id_contact_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."contact_operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_undo_rows" ADD CONSTRAINT "contact_undo_rows_media_name_media_name_fk" FOREIGN KEY ("media_name") REFERENCES "public"."media"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distinct_contacts" ADD CONSTRAINT "distinct_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distinct_contacts" ADD CONSTRAINT "distinct_contacts_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distinct_contacts" ADD CONSTRAINT "distinct_contacts_other_id_contacts_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "met_events" ADD CONSTRAINT "met_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_filters_user" ON "contact_filters" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contact_history_contact" ON "contact_history" USING btree ("contact_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contact_history_user" ON "contact_history" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contact_matches_contact" ON "contact_matches" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "contact_media_media_name" ON "contact_media" USING btree ("media_name","user_id");--> statement-breakpoint
CREATE INDEX "contact_media_user" ON "contact_media" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contact_notes_contact" ON "contact_notes" USING btree ("contact_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contact_notes_user" ON "contact_notes" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contact_operations_user" ON "contact_operations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_operations_created_at" ON "contact_operations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "contact_undo_rows_operation" ON "contact_undo_rows" USING btree ("operation_id","contact_id","nth");--> statement-breakpoint
CREATE INDEX "contact_undo_rows_media_name" ON "contact_undo_rows" USING btree ("media_name") WHERE "contact_undo_rows"."media_name" is not null;--> statement-breakpoint
CREATE INDEX "distinct_contacts_contact" ON "distinct_contacts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "distinct_contacts_other" ON "distinct_contacts" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "met_events_user" ON "met_events" USING btree ("user_id","ends_at");
--> statement-breakpoint
-- More words of a contact can be searched: a change of any of them makes it unsearchable until list-upkeep has read it.
DROP TRIGGER contacts_renamed ON contacts;
--> statement-breakpoint
CREATE TRIGGER contacts_renamed
  BEFORE UPDATE OF full_name, email, company, nickname, met_event, tags, more_emails ON contacts FOR EACH ROW
  WHEN ((OLD.full_name, OLD.email, OLD.company, OLD.nickname, OLD.met_event, OLD.tags, OLD.more_emails)
    IS DISTINCT FROM
    (NEW.full_name, NEW.email, NEW.company, NEW.nickname, NEW.met_event, NEW.tags, NEW.more_emails))
  EXECUTE FUNCTION forget_search_text();
--> statement-breakpoint
-- Whoever changes by what a contact is recognized, also an older release or a psql session: its keys are made again.
CREATE FUNCTION forget_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_matched := false;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_rematched BEFORE UPDATE OF full_name, email, phone, phone_e164, more_emails, more_phones ON contacts
  FOR EACH ROW
  WHEN ((OLD.full_name, OLD.email, OLD.phone, OLD.phone_e164, OLD.more_emails, OLD.more_phones)
    IS DISTINCT FROM (NEW.full_name, NEW.email, NEW.phone, NEW.phone_e164, NEW.more_emails, NEW.more_phones))
  EXECUTE FUNCTION forget_matches();
--> statement-breakpoint
-- Tags together with their owner, so that other owners' tags of the same name do not slow a list down. Two that share a
-- hash cost an extra row; whoever asks compares the names, too.
CREATE FUNCTION contact_tag_keys(owner text, tags text[]) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY(SELECT ('x' || left(md5(owner || chr(10) || tag), 8))::bit(32)::integer FROM unnest(tags) AS t (tag));
--> statement-breakpoint
INSERT INTO online_indexes (name, definition) VALUES
  ('contacts_tagged', $$ON contacts USING gin (contact_tag_keys(user_id, tags)) WHERE tags <> '{}'$$),
  ('contacts_unmatched', 'ON contacts (user_id, created_at, id) WHERE NOT is_matched');
--> statement-breakpoint
DO $do$
DECLARE wanted record;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM contacts LIMIT 10000) AS c) < 10000 THEN
    FOR wanted IN SELECT * FROM online_indexes WHERE name IN ('contacts_tagged', 'contacts_unmatched') LOOP
      EXECUTE format('CREATE INDEX %I %s', wanted.name, wanted.definition);
    END LOOP;
  END IF;
END $do$;
