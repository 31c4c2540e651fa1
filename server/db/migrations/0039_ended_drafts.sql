CREATE TABLE "ended_drafts" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"made_card_id" text,
	"body_hash" text,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ended_drafts_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "ended_drafts" ADD CONSTRAINT "ended_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_drafts_ended_at" ON "ended_drafts" USING btree ("ended_at");