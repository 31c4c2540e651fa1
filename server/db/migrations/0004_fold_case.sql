-- Two logins that differ in letter case alone are one, in every script. lower() knows only ASCII where the locale is C; ICU
-- knows all, and only a PostgreSQL built without it makes do with its locale.
CREATE FUNCTION fold_case(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN lower(value);
END $$;
--> statement-breakpoint
DO $do$
BEGIN
  IF EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') THEN
    CREATE OR REPLACE FUNCTION fold_case(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN
      RETURN lower(value COLLATE "und-x-icu");
    END $$;
  END IF;
END $do$;
--> statement-breakpoint
DROP INDEX "users_username_key";--> statement-breakpoint
DROP INDEX "users_email_key";--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (fold_case("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (fold_case("email"));
