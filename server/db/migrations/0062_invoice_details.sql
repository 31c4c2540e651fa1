CREATE TABLE "invoice_details" (
	"user_id" text PRIMARY KEY NOT NULL,
	"reference" text,
	"email" text,
	"pending_email" text
);
--> statement-breakpoint
ALTER TABLE "invoice_details" ADD CONSTRAINT "invoice_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;