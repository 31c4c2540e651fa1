CREATE SEQUENCE "public"."apple_pass_tags" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "apple_devices" (
	"id" text PRIMARY KEY NOT NULL,
	"push_token" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "apple_passes" (
	"serial" text PRIMARY KEY NOT NULL,
	"card_id" text NOT NULL,
	"tag" bigint DEFAULT nextval('apple_pass_tags') NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "apple_registrations" (
	"device_id" text NOT NULL,
	"serial" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"push_at" timestamp (3) with time zone,
	CONSTRAINT "apple_registrations_device_id_serial_pk" PRIMARY KEY("device_id","serial")
);
--> statement-breakpoint
CREATE TABLE "card_changes" (
	"card_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apple_passes" ADD CONSTRAINT "apple_passes_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apple_registrations" ADD CONSTRAINT "apple_registrations_device_id_apple_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."apple_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apple_registrations" ADD CONSTRAINT "apple_registrations_serial_apple_passes_serial_fk" FOREIGN KEY ("serial") REFERENCES "public"."apple_passes"("serial") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_changes" ADD CONSTRAINT "card_changes_card_id_business_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."business_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apple_passes_card_id" ON "apple_passes" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "apple_registrations_push_at" ON "apple_registrations" USING btree ("serial","push_at");