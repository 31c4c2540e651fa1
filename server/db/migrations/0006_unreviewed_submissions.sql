CREATE TABLE "sender_blocks" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"review_id" text
);
--> statement-breakpoint
CREATE TABLE "unreviewed_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"card_id" text NOT NULL,
	"card_name" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"company" text,
	"job_title" text,
	"website" text,
	"notes" text,
	"sender" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_as" text,
	"review_id" text
);
--> statement-breakpoint
ALTER TABLE "sender_blocks" ADD CONSTRAINT "sender_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD CONSTRAINT "unreviewed_submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD CONSTRAINT "unreviewed_submissions_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sender_blocks_user_id_value" ON "sender_blocks" USING btree ("user_id","value");--> statement-breakpoint
CREATE INDEX "sender_blocks_list" ON "sender_blocks" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sender_blocks_ends_at" ON "sender_blocks" USING btree ("ends_at") WHERE "sender_blocks"."ends_at" is not null;--> statement-breakpoint
CREATE INDEX "unreviewed_submissions_waiting" ON "unreviewed_submissions" USING btree ("user_id","created_at","id") WHERE "unreviewed_submissions"."reviewed_at" is null;--> statement-breakpoint
CREATE INDEX "unreviewed_submissions_reviewed_at" ON "unreviewed_submissions" USING btree ("reviewed_at") WHERE "unreviewed_submissions"."reviewed_at" is not null;--> statement-breakpoint
CREATE INDEX "unreviewed_submissions_review_id" ON "unreviewed_submissions" USING btree ("review_id") WHERE "unreviewed_submissions"."review_id" is not null;--> statement-breakpoint
CREATE INDEX "unreviewed_submissions_created_at" ON "unreviewed_submissions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "unreviewed_submissions_card_id" ON "unreviewed_submissions" USING btree ("card_id");