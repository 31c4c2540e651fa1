CREATE TABLE "text_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"contact_id" text,
	"number_hash" text NOT NULL,
	"owner_name" text NOT NULL,
	"message" text NOT NULL,
	"consent_version" text NOT NULL,
	"consent_network" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"provider_id" text,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "text_numbers" (
	"number_hash" text PRIMARY KEY NOT NULL,
	"texted_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "text_messages" ADD CONSTRAINT "text_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_messages" ADD CONSTRAINT "text_messages_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "text_messages_user_id_number" ON "text_messages" USING btree ("user_id","number_hash");--> statement-breakpoint
CREATE INDEX "text_messages_list" ON "text_messages" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "text_messages_due" ON "text_messages" USING btree ("next_at") WHERE "text_messages"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "text_messages_number" ON "text_messages" USING btree ("number_hash") WHERE "text_messages"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "text_messages_contact_id" ON "text_messages" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "text_messages_provider_id" ON "text_messages" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "text_numbers_texted_at" ON "text_numbers" USING btree ("texted_at") WHERE "text_numbers"."stopped_at" is null;