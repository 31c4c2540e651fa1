CREATE TABLE "contact_keys" (
	"user_id" text NOT NULL,
	"key_hash" text NOT NULL,
	"body_hash" text NOT NULL,
	"contact_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_keys_user_id_key_hash_pk" PRIMARY KEY("user_id","key_hash")
);
--> statement-breakpoint
ALTER TABLE "contact_keys" ADD CONSTRAINT "contact_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_keys_created_at" ON "contact_keys" USING btree ("created_at");