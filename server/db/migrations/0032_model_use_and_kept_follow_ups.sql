CREATE TABLE "kept_follow_ups" (
	"contact_id" text NOT NULL,
	"wish_hash" text NOT NULL,
	"facts_hash" text NOT NULL,
	"variant" integer DEFAULT 0 NOT NULL,
	"suggestions" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kept_follow_ups_contact_id_wish_hash_pk" PRIMARY KEY("contact_id","wish_hash")
);
--> statement-breakpoint
CREATE TABLE "model_use" (
	"user_id" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"tokens" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "model_use_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "uses_language_model" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_follow_ups" ADD CONSTRAINT "kept_follow_ups_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_use" ADD CONSTRAINT "model_use_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_use_day" ON "model_use" USING btree ("day");