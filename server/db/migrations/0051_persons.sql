-- Accounts of before are all persons', so there is nothing to check; teams of before, which no release has made, may be without an account.
ALTER TABLE "teams" DROP CONSTRAINT "teams_owner_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "user_counts" ADD COLUMN "kind" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "kind" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_kind" CHECK ("users"."kind" in ('person', 'team')) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_team_is_no_person" CHECK ("users"."kind" = 'person' or (not "users"."is_admin" and coalesce("users"."email", "users"."pending_email", "users"."password", "users"."phone_number", "users"."time_zone", "users"."email_refusal") is null and coalesce("users"."email_confirmed_at", "users"."email_refused_at") is null and "users"."idle_minutes" is null)) NOT VALID;--> statement-breakpoint
CREATE VIEW "public"."persons" AS (select "id", "kind", "username", "email", "email_confirmed_at", "pending_email", "password", "full_name", "created_at", "subscription_status", "trial_ends_at", "subscription_ends_at", "stripe_customer_id", "stripe_subscription_id", "checkout_completed_at", "auto_sms_enabled", "auto_sms_message", "phone_number", "is_admin", "media_bytes", "is_profile_visible", "is_analytics_enabled", "is_exchange_enabled", "is_inbox_full", "uses_language_model", "idle_minutes", "suspended_at", "suspension_message", "are_pages_suspended", "has_alias", "time_zone", "email_refused_at", "email_refusal", "retention_months", "retention_since" from "users" where "users"."kind" = 'person');
--> statement-breakpoint
-- Tables of persons alone ask this about the account of each row.
CREATE FUNCTION refuse_team() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = NEW.user_id AND kind <> 'person') THEN
    RAISE EXCEPTION 'Only persons have rows in %.', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_of_person BEFORE INSERT OR UPDATE OF user_id ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_team();
--> statement-breakpoint
CREATE TRIGGER passkeys_of_person BEFORE INSERT OR UPDATE OF user_id ON passkeys FOR EACH ROW EXECUTE FUNCTION refuse_team();
--> statement-breakpoint
CREATE TRIGGER two_step_of_person BEFORE INSERT OR UPDATE OF user_id ON two_step FOR EACH ROW EXECUTE FUNCTION refuse_team();
--> statement-breakpoint
CREATE TRIGGER recovery_codes_of_person BEFORE INSERT OR UPDATE OF user_id ON recovery_codes FOR EACH ROW EXECUTE FUNCTION refuse_team();
--> statement-breakpoint
CREATE TRIGGER remembered_devices_of_person BEFORE INSERT OR UPDATE OF user_id ON remembered_devices FOR EACH ROW EXECUTE FUNCTION refuse_team();
--> statement-breakpoint
CREATE TRIGGER linked_identities_of_person BEFORE INSERT OR UPDATE OF user_id ON linked_identities FOR EACH ROW EXECUTE FUNCTION refuse_team();
--> statement-breakpoint
CREATE TRIGGER mailed_links_of_person BEFORE INSERT OR UPDATE OF user_id ON mailed_links FOR EACH ROW EXECUTE FUNCTION refuse_team();
--> statement-breakpoint
CREATE TRIGGER push_subscriptions_of_person BEFORE INSERT OR UPDATE OF user_id ON push_subscriptions FOR EACH ROW EXECUTE FUNCTION refuse_team();
--> statement-breakpoint
CREATE FUNCTION keep_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The kind of an account never changes.' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER users_kind_kept BEFORE UPDATE OF kind ON users FOR EACH ROW WHEN (OLD.kind <> NEW.kind)
  EXECUTE FUNCTION keep_kind();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_counts (user_id, kind, status, signed_up_on)
    SELECT id, kind, subscription_status, (created_at AT TIME ZONE 'UTC')::date FROM added;
  ELSE
    UPDATE user_counts SET status = NEW.subscription_status, signed_up_on = (NEW.created_at AT TIME ZONE 'UTC')::date
    WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What one account adds to each figure. A team adds its cards and the people it met, but is no user and no payer.
CREATE FUNCTION platform_figures(kind text, cards integer, contacts integer, status text, signed_up_on date)
  RETURNS TABLE (name text, day date, change bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT figure.name, figure.day, figure.change FROM (VALUES
    ('users', '-infinity'::date, 1::bigint), ('signups', signed_up_on, 1), (status, '-infinity', 1),
    ('cards', '-infinity', cards), ('contacts', '-infinity', contacts),
    ('paid cards', '-infinity', CASE WHEN status = 'active' THEN greatest(cards, 1) ELSE 0 END)
  ) AS figure (name, day, change)
  WHERE kind = 'person' OR figure.name IN ('cards', 'contacts')
$$;
--> statement-breakpoint
DO $do$ BEGIN
  EXECUTE replace(pg_get_functiondef('count_platform'::regproc), 'platform_figures(', 'platform_figures(kind, ');
END $do$;
--> statement-breakpoint
DROP FUNCTION platform_figures(integer, integer, text, date);
