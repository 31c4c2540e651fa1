CREATE TABLE "contact_import_rows" (
	"import_id" text NOT NULL,
	"line" integer NOT NULL,
	"outcome" text NOT NULL,
	"contact_id" text,
	"fingerprint" text,
	"before" jsonb,
	"after" jsonb,
	"photo_from" bigint,
	"photo_bytes" integer,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "contact_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"file_name" text NOT NULL,
	"blob_name" text NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"format" text,
	"source" text,
	"rows" integer,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"preview" jsonb,
	"region" jsonb,
	"duplicates" text DEFAULT 'skip' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"marked" text[] DEFAULT '{}' NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"filled" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"photos_wanted" integer DEFAULT 0 NOT NULL,
	"photos_done" integer DEFAULT 0 NOT NULL,
	"photos_left_out" integer DEFAULT 0 NOT NULL,
	"photo_note" text,
	"removed" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "contact_import_rows" ADD CONSTRAINT "contact_import_rows_import_id_contact_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."contact_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD CONSTRAINT "contact_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_import_rows_photo" ON "contact_import_rows" USING btree ("import_id","line") WHERE "contact_import_rows"."photo_bytes" is not null;--> statement-breakpoint
CREATE INDEX "contact_imports_user" ON "contact_imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_imports_created_at" ON "contact_imports" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_imports_open" ON "contact_imports" USING btree ("user_id") WHERE "contact_imports"."state" in ('reading', 'ready', 'running', 'undoing');