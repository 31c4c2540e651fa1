CREATE TABLE "business_cards" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"full_name" text NOT NULL,
	"job_title" text,
	"company" text,
	"industry" text,
	"department" text,
	"location" text,
	"bio" text,
	"tagline" text,
	"template" text DEFAULT 'modern' NOT NULL,
	"primary_email" text,
	"secondary_email" text,
	"work_email" text,
	"primary_phone" text,
	"secondary_phone" text,
	"work_phone" text,
	"website" text,
	"portfolio" text,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"country" text,
	"profile_image" text,
	"cover_image" text,
	"company_logo" text,
	"background_image" text,
	"background_video" text,
	"photo_gallery" text[] DEFAULT '{}' NOT NULL,
	"video_gallery" text[] DEFAULT '{}' NOT NULL,
	"portfolio_images" text[] DEFAULT '{}' NOT NULL,
	"testimonial_videos" text[] DEFAULT '{}' NOT NULL,
	"skills" text[] DEFAULT '{}' NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"certifications" text[] DEFAULT '{}' NOT NULL,
	"achievements" text[] DEFAULT '{}' NOT NULL,
	"custom_websites" text[] DEFAULT '{}' NOT NULL,
	"primary_color" text DEFAULT '#D4AF37' NOT NULL,
	"secondary_color" text DEFAULT '#1a1a1a' NOT NULL,
	"accent_color" text DEFAULT '#F5F5F5' NOT NULL,
	"social" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lead_capture_enabled" boolean DEFAULT false NOT NULL,
	"lead_capture_fields" text[] DEFAULT '{}' NOT NULL,
	"appointment_booking" text,
	"video_call_link" text,
	"qr_code" text GENERATED ALWAYS AS ('/api/cards/' || id || '/qr.svg') STORED NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	"unique_view_count" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "card_media" (
	"card_id" text NOT NULL,
	"media_name" text NOT NULL,
	CONSTRAINT "card_media_card_id_media_name_pk" PRIMARY KEY("card_id","media_name")
);
--> statement-breakpoint
CREATE TABLE "card_views" (
	"id" text PRIMARY KEY NOT NULL,
	"card_id" text NOT NULL,
	"viewer_ip" text,
	"viewer_location" text,
	"viewer_device" text,
	"referrer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_visitors" (
	"card_id" text NOT NULL,
	"visitor" "bytea" NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_visitors_card_id_visitor_pk" PRIMARY KEY("card_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"card_id" text,
	"card_name" text,
	"full_name" text NOT NULL,
	"job_title" text,
	"company" text,
	"email" text,
	"phone" text,
	"website" text,
	"profile_image" text,
	"social" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_favorite" boolean DEFAULT false NOT NULL,
	"notes" text,
	"source" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_captures" (
	"id" text PRIMARY KEY NOT NULL,
	"card_id" text NOT NULL,
	"card_owner_id" text NOT NULL,
	"lead_name" text NOT NULL,
	"lead_email" text NOT NULL,
	"lead_phone" text,
	"lead_company" text,
	"lead_message" text,
	"custom_fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"owner_id" text NOT NULL,
	"plan" text DEFAULT 'basic' NOT NULL,
	"logo" text,
	"primary_color" text DEFAULT '#6366F1' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"full_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"subscription_status" text DEFAULT 'trial' NOT NULL,
	"trial_ends_at" timestamp (3) with time zone,
	"subscription_ends_at" timestamp (3) with time zone,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"checkout_completed_at" timestamp (3) with time zone,
	"auto_sms_enabled" boolean DEFAULT true NOT NULL,
	"auto_sms_message" text DEFAULT 'It was great connecting with you! Looking forward to staying in touch.' NOT NULL,
	"phone_number" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_profile_visible" boolean DEFAULT true NOT NULL,
	"is_analytics_enabled" boolean DEFAULT true NOT NULL,
	"is_exchange_enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "business_cards" ADD CONSTRAINT "business_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_media" ADD CONSTRAINT "card_media_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_media" ADD CONSTRAINT "card_media_media_name_media_name_fk" FOREIGN KEY ("media_name") REFERENCES "public"."media"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_views" ADD CONSTRAINT "card_views_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_visitors" ADD CONSTRAINT "card_visitors_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_captures" ADD CONSTRAINT "lead_captures_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_captures" ADD CONSTRAINT "lead_captures_card_owner_id_users_id_fk" FOREIGN KEY ("card_owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_cards_user_id" ON "business_cards" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "business_cards_deleted_at" ON "business_cards" USING btree ("deleted_at") WHERE "business_cards"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "card_media_media_name" ON "card_media" USING btree ("media_name");--> statement-breakpoint
CREATE INDEX "card_views_card_id" ON "card_views" USING btree ("card_id","created_at");--> statement-breakpoint
CREATE INDEX "contacts_user_id" ON "contacts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "contacts_card_id" ON "contacts" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "lead_captures_card_owner_id" ON "lead_captures" USING btree ("card_owner_id","created_at");--> statement-breakpoint
CREATE INDEX "lead_captures_card_id" ON "lead_captures" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "media_touched_at" ON "media" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_team_id_user_id" ON "team_members" USING btree ("team_id","user_id");--> statement-breakpoint
CREATE INDEX "team_members_user_id" ON "team_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "teams_owner_id" ON "teams" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at");