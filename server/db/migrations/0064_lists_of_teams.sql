CREATE TABLE "team_list_rows" (
	"list_id" text NOT NULL,
	"line" integer NOT NULL,
	"cells" text[],
	"outcome" text,
	"note" text,
	"invite_id" text,
	CONSTRAINT "team_list_rows_list_id_line_pk" PRIMARY KEY("list_id","line")
);
--> statement-breakpoint
CREATE TABLE "team_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"blob_name" text NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"preview" jsonb,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"lease_holder" text,
	"lease_until" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"user_id" text NOT NULL,
	"actor_kind" text,
	"actor_id" text,
	"revision" integer DEFAULT 0 NOT NULL,
	"rows" integer,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"country" text,
	"started_at" timestamp (3) with time zone,
	"position" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"prepared" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "team_invites" ADD COLUMN "waits_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "team_list_rows" ADD CONSTRAINT "team_list_rows_list_id_team_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."team_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_list_rows" ADD CONSTRAINT "team_list_rows_invite_id_team_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."team_invites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_lists" ADD CONSTRAINT "team_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_list_rows_invite_id" ON "team_list_rows" USING btree ("invite_id");--> statement-breakpoint
CREATE INDEX "team_lists_user" ON "team_lists" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "team_lists_created_at" ON "team_lists" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "team_lists_to_do" ON "team_lists" USING btree ("lease_until") WHERE "team_lists"."state" in ('reading', 'running', 'undoing');--> statement-breakpoint
CREATE UNIQUE INDEX "team_lists_open" ON "team_lists" USING btree ("user_id") WHERE "team_lists"."state" in ('reading', 'ready', 'running', 'undoing');--> statement-breakpoint
INSERT INTO online_indexes (name, definition) VALUES
  ('team_invites_waits', 'ON team_invites (team_id, waits_since) WHERE waits_since IS NOT NULL');
--> statement-breakpoint
DO $do$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM team_invites LIMIT 10000) AS c) < 10000 THEN
    CREATE INDEX "team_invites_waits" ON "team_invites" USING btree ("team_id","waits_since") WHERE "team_invites"."waits_since" is not null;
  END IF;
END $do$;
