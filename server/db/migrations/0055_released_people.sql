CREATE TABLE "released_people" (
	"user_id" text NOT NULL,
	"person_id" text NOT NULL,
	"holder_id" text NOT NULL,
	"released_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "released_people_user_id_person_id_pk" PRIMARY KEY("user_id","person_id")
);
--> statement-breakpoint
DROP INDEX "team_invites_open";--> statement-breakpoint
ALTER TABLE "released_people" ADD CONSTRAINT "released_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_people" ADD CONSTRAINT "released_people_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "released_people_holder_id" ON "released_people" USING btree ("holder_id");--> statement-breakpoint
CREATE INDEX "released_people_released_at" ON "released_people" USING btree ("released_at");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invites_open" ON "team_invites" USING btree ("team_id",fold_case("email")) WHERE "team_invites"."claimed_at" is null;