CREATE TABLE "team_card_figures" (
	"team_id" text NOT NULL,
	"days" smallint NOT NULL,
	"views" integer NOT NULL,
	"visitors" integer NOT NULL,
	"card_id" text NOT NULL,
	CONSTRAINT "team_card_figures_team_id_days_card_id_pk" PRIMARY KEY("team_id","days","card_id")
);
--> statement-breakpoint
CREATE TABLE "team_figures" (
	"team_id" text NOT NULL,
	"days" smallint NOT NULL,
	"wanted_at" timestamp (3) with time zone NOT NULL,
	"counted_at" timestamp (3) with time zone,
	"by_day" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unheld" jsonb,
	CONSTRAINT "team_figures_team_id_days_pk" PRIMARY KEY("team_id","days")
);
--> statement-breakpoint
CREATE TABLE "team_holder_figures" (
	"team_id" text NOT NULL,
	"days" smallint NOT NULL,
	"views" integer NOT NULL,
	"visitors" integer NOT NULL,
	"holder_id" text NOT NULL,
	"cards" integer NOT NULL,
	"contacts" integer NOT NULL,
	"leads" integer NOT NULL,
	CONSTRAINT "team_holder_figures_team_id_days_holder_id_pk" PRIMARY KEY("team_id","days","holder_id")
);
--> statement-breakpoint
ALTER TABLE "team_card_figures" ADD CONSTRAINT "team_card_figures_team_id_days_team_figures_team_id_days_fk" FOREIGN KEY ("team_id","days") REFERENCES "public"."team_figures"("team_id","days") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_figures" ADD CONSTRAINT "team_figures_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_holder_figures" ADD CONSTRAINT "team_holder_figures_team_id_days_team_figures_team_id_days_fk" FOREIGN KEY ("team_id","days") REFERENCES "public"."team_figures"("team_id","days") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_card_figures_top" ON "team_card_figures" USING btree ("team_id","days","views","card_id");--> statement-breakpoint
CREATE INDEX "team_figures_wanted" ON "team_figures" USING btree ("wanted_at") WHERE "team_figures"."counted_at" is null or "team_figures"."wanted_at" > "team_figures"."counted_at";--> statement-breakpoint
CREATE INDEX "team_holder_figures_top" ON "team_holder_figures" USING btree ("team_id","days","views","holder_id");