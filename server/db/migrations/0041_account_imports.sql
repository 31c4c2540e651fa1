CREATE TABLE "account_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"file_name" text NOT NULL,
	"blob_name" text NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"is_signed" boolean DEFAULT false NOT NULL,
	"written_for" text,
	"written_for_email" text,
	"preview" jsonb,
	"cards" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"figures_from" bigint DEFAULT 0 NOT NULL,
	"leads" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"contact_import_id" text,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "account_imports" ADD CONSTRAINT "account_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_imports" ADD CONSTRAINT "account_imports_contact_import_id_contact_imports_id_fk" FOREIGN KEY ("contact_import_id") REFERENCES "public"."contact_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_imports_user" ON "account_imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "account_imports_created_at" ON "account_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "account_imports_contact_import" ON "account_imports" USING btree ("contact_import_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_imports_open" ON "account_imports" USING btree ("user_id") WHERE "account_imports"."state" in ('reading', 'ready', 'running');