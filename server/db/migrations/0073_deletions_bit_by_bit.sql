-- What is left of a deleted account goes bit by bit. Of each account there is a row in users until then, of a kind of its own.
CREATE TABLE "erasures" (
	"user_id" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_kind";--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_kind" CHECK ("users"."kind" in ('person', 'team', 'gone')) NOT VALID;--> statement-breakpoint
DROP TRIGGER users_kind_kept ON users;--> statement-breakpoint
CREATE TRIGGER users_kind_kept BEFORE UPDATE OF kind ON users FOR EACH ROW WHEN (OLD.kind <> NEW.kind AND NEW.kind <> 'gone')
  EXECUTE FUNCTION keep_kind();
--> statement-breakpoint
-- No tombstone of what goes with its account.
DO $do$ BEGIN
  EXECUTE replace(pg_get_functiondef('bury'::regproc), 'FROM users u WHERE u.id IN', 'FROM users u WHERE u.kind <> ''gone'' AND u.id IN');
END $do$;
