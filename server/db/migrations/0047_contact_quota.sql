CREATE TABLE "contact_use" (
	"user_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint DEFAULT 0,
	"undo_bytes" bigint DEFAULT 0,
	"told" smallint DEFAULT 0 NOT NULL,
	"full_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "contact_use_changes" (
	"nth" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_use_changes_nth_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"bytes" bigint NOT NULL,
	"undo_bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_inbox_full" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "row_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unreviewed_submissions" ADD COLUMN "is_over_quota" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_use" ADD CONSTRAINT "contact_use_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_use_uncounted" ON "contact_use" USING btree ("user_id") WHERE "contact_use"."bytes" is null;--> statement-breakpoint
CREATE INDEX "contact_use_changes_user_id" ON "contact_use_changes" USING btree ("user_id");
--> statement-breakpoint
-- The size of a row is the text in it and what each row takes besides; not what PostgreSQL stores, which compresses a long
-- text after this has counted it.
CREATE FUNCTION size_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, sum(
      300 + octet_length(concat(card_name, full_name, email, phone, company, job_title, website, notes, name_prefix, given_name,
      additional_name, family_name, name_suffix, phonetic_given_name, phonetic_family_name, name_order,
      phone_e164, social, source, email_label, phone_label, website_label, more_emails, more_phones,
      more_websites, addresses, nickname, department, birthday, anniversary, tags, met_place, met_event,
      other_properties, follow_up_language, custom_fields, consents, lead_status))
    ), 0 FROM added GROUP BY user_id;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, -sum(
      300 + octet_length(concat(card_name, full_name, email, phone, company, job_title, website, notes, name_prefix, given_name,
      additional_name, family_name, name_suffix, phonetic_given_name, phonetic_family_name, name_order,
      phone_e164, social, source, email_label, phone_label, website_label, more_emails, more_phones,
      more_websites, addresses, nickname, department, birthday, anniversary, tags, met_place, met_event,
      other_properties, follow_up_language, custom_fields, consents, lead_status))
    ), 0 FROM gone GROUP BY user_id;
  ELSE
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, sum(change), 0 FROM (
      SELECT user_id,
      300 + octet_length(concat(card_name, full_name, email, phone, company, job_title, website, notes, name_prefix, given_name,
      additional_name, family_name, name_suffix, phonetic_given_name, phonetic_family_name, name_order,
      phone_e164, social, source, email_label, phone_label, website_label, more_emails, more_phones,
      more_websites, addresses, nickname, department, birthday, anniversary, tags, met_place, met_event,
      other_properties, follow_up_language, custom_fields, consents, lead_status)) AS change FROM added
      UNION ALL
      SELECT user_id,
      -(300 + octet_length(concat(card_name, full_name, email, phone, company, job_title, website, notes, name_prefix, given_name,
      additional_name, family_name, name_suffix, phonetic_given_name, phonetic_family_name, name_order,
      phone_e164, social, source, email_label, phone_label, website_label, more_emails, more_phones,
      more_websites, addresses, nickname, department, birthday, anniversary, tags, met_place, met_event,
      other_properties, follow_up_language, custom_fields, consents, lead_status))) FROM gone
    ) AS both_sides GROUP BY user_id HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION size_lead_captures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT card_owner_id, sum(
      300 + octet_length(concat(lead_name, lead_email, lead_phone, lead_company, lead_message, lead_phone_e164, custom_fields,
      consents, status, met_place, met_event))
    ), 0 FROM added GROUP BY card_owner_id;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT card_owner_id, -sum(
      300 + octet_length(concat(lead_name, lead_email, lead_phone, lead_company, lead_message, lead_phone_e164, custom_fields,
      consents, status, met_place, met_event))
    ), 0 FROM gone GROUP BY card_owner_id;
  ELSE
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT card_owner_id, sum(change), 0 FROM (
      SELECT card_owner_id,
      300 + octet_length(concat(lead_name, lead_email, lead_phone, lead_company, lead_message, lead_phone_e164, custom_fields,
      consents, status, met_place, met_event)) AS change FROM added
      UNION ALL
      SELECT card_owner_id,
      -(300 + octet_length(concat(lead_name, lead_email, lead_phone, lead_company, lead_message, lead_phone_e164, custom_fields,
      consents, status, met_place, met_event))) FROM gone
    ) AS both_sides GROUP BY card_owner_id HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION size_contact_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, sum(
      150 + octet_length(text)
    ), 0 FROM added GROUP BY user_id;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, -sum(
      150 + octet_length(text)
    ), 0 FROM gone GROUP BY user_id;
  ELSE
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, sum(change), 0 FROM (
      SELECT user_id,
      150 + octet_length(text) AS change FROM added
      UNION ALL
      SELECT user_id,
      -(150 + octet_length(text)) FROM gone
    ) AS both_sides GROUP BY user_id HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION size_contact_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, sum(
      150 + octet_length(concat(kind, details))
    ), 0 FROM added GROUP BY user_id;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, -sum(
      150 + octet_length(concat(kind, details))
    ), 0 FROM gone GROUP BY user_id;
  ELSE
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, sum(change), 0 FROM (
      SELECT user_id,
      150 + octet_length(concat(kind, details)) AS change FROM added
      UNION ALL
      SELECT user_id,
      -(150 + octet_length(concat(kind, details))) FROM gone
    ) AS both_sides GROUP BY user_id HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION size_contact_undo_rows() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, 0, sum(size) FROM (
      SELECT operation_id, sum(100 + coalesce(octet_length("row"::text), 0)) AS size FROM added GROUP BY operation_id
    ) AS kept JOIN contact_operations ON id = operation_id GROUP BY user_id;
  ELSE
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes)
    SELECT user_id, 0, -sum(size) FROM (
      SELECT operation_id, sum(100 + coalesce(octet_length("row"::text), 0)) AS size FROM gone GROUP BY operation_id
    ) AS kept JOIN contact_operations ON id = operation_id GROUP BY user_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION size_contact_imports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes) VALUES (NEW.user_id, 0, NEW.row_bytes - OLD.row_bytes);
  ELSE
    INSERT INTO contact_use_changes (user_id, bytes, undo_bytes) VALUES (OLD.user_id, 0, -OLD.row_bytes);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- How much an account has; nothing, until what was there before is counted.
CREATE FUNCTION contact_bytes_of(owner text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM contact_use WHERE user_id = owner AND bytes IS NULL) THEN 0 ELSE greatest(
    coalesce((SELECT bytes FROM contact_use WHERE user_id = owner), 0)
      + coalesce((SELECT sum(bytes) FROM contact_use_changes WHERE user_id = owner), 0)::bigint,
    0
  ) END
$$;
--> statement-breakpoint
-- Counts all of an account anew.
CREATE FUNCTION count_contact_use(owner text, OUT bytes bigint, OUT undo_bytes bigint) LANGUAGE sql STABLE AS $$
  SELECT (
    coalesce((SELECT sum(
      300 + octet_length(concat(card_name, full_name, email, phone, company, job_title, website, notes, name_prefix, given_name,
      additional_name, family_name, name_suffix, phonetic_given_name, phonetic_family_name, name_order,
      phone_e164, social, source, email_label, phone_label, website_label, more_emails, more_phones,
      more_websites, addresses, nickname, department, birthday, anniversary, tags, met_place, met_event,
      other_properties, follow_up_language, custom_fields, consents, lead_status))
    ) FROM contacts WHERE user_id = owner), 0)
    + coalesce((SELECT sum(
      300 + octet_length(concat(lead_name, lead_email, lead_phone, lead_company, lead_message, lead_phone_e164, custom_fields,
      consents, status, met_place, met_event))
    ) FROM lead_captures WHERE card_owner_id = owner), 0)
    + coalesce((SELECT sum(
      150 + octet_length(text)
    ) FROM contact_notes WHERE user_id = owner), 0)
    + coalesce((SELECT sum(
      150 + octet_length(concat(kind, details))
    ) FROM contact_history WHERE user_id = owner), 0)
  )::bigint, (
    coalesce((
      SELECT sum(100 + coalesce(octet_length(u."row"::text), 0)) FROM contact_undo_rows u
      JOIN contact_operations o ON o.id = u.operation_id WHERE o.user_id = owner
    ), 0)
    + coalesce((SELECT sum(row_bytes) FROM contact_imports WHERE user_id = owner), 0)
  )::bigint
$$;
--> statement-breakpoint
-- Last, since from here on who writes these tables waits for the end of this transaction.
CREATE TRIGGER contacts_sized AFTER INSERT ON contacts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION size_contacts();
--> statement-breakpoint
CREATE TRIGGER contacts_unsized AFTER DELETE ON contacts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION size_contacts();
--> statement-breakpoint
CREATE TRIGGER contacts_resized AFTER UPDATE ON contacts REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION size_contacts();
--> statement-breakpoint
CREATE TRIGGER lead_captures_sized AFTER INSERT ON lead_captures REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION size_lead_captures();
--> statement-breakpoint
CREATE TRIGGER lead_captures_unsized AFTER DELETE ON lead_captures REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION size_lead_captures();
--> statement-breakpoint
CREATE TRIGGER lead_captures_resized AFTER UPDATE ON lead_captures REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION size_lead_captures();
--> statement-breakpoint
CREATE TRIGGER contact_notes_sized AFTER INSERT ON contact_notes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION size_contact_notes();
--> statement-breakpoint
CREATE TRIGGER contact_notes_unsized AFTER DELETE ON contact_notes REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION size_contact_notes();
--> statement-breakpoint
CREATE TRIGGER contact_notes_resized AFTER UPDATE ON contact_notes REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION size_contact_notes();
--> statement-breakpoint
CREATE TRIGGER contact_history_sized AFTER INSERT ON contact_history REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION size_contact_history();
--> statement-breakpoint
CREATE TRIGGER contact_history_unsized AFTER DELETE ON contact_history REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION size_contact_history();
--> statement-breakpoint
CREATE TRIGGER contact_history_resized AFTER UPDATE ON contact_history REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION size_contact_history();
--> statement-breakpoint
CREATE TRIGGER contact_undo_rows_sized AFTER INSERT ON contact_undo_rows REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION size_contact_undo_rows();
--> statement-breakpoint
CREATE TRIGGER contact_undo_rows_unsized AFTER DELETE ON contact_undo_rows REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION size_contact_undo_rows();
--> statement-breakpoint
CREATE TRIGGER contact_imports_resized AFTER UPDATE ON contact_imports FOR EACH ROW
  WHEN (NEW.row_bytes <> OLD.row_bytes) EXECUTE FUNCTION size_contact_imports();
--> statement-breakpoint
CREATE TRIGGER contact_imports_unsized AFTER DELETE ON contact_imports FOR EACH ROW
  WHEN (OLD.row_bytes > 0) EXECUTE FUNCTION size_contact_imports();
--> statement-breakpoint
-- Accounts that have something to count, which the job list-upkeep does.
INSERT INTO contact_use (user_id, bytes, undo_bytes)
SELECT user_id, NULL::bigint, NULL::bigint FROM user_counts WHERE contacts + leads > 0 OR NOT is_counted
UNION SELECT user_id, NULL::bigint, NULL::bigint FROM contact_operations
UNION SELECT user_id, NULL::bigint, NULL::bigint FROM contact_imports;
