-- The size of a contact is the text in all its columns: `npm run db:generate` calls this for each one that it adds.
CREATE FUNCTION count_contact_column(name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counted regproc;
BEGIN
  FOREACH counted IN ARRAY ARRAY['size_contacts'::regproc, 'count_contact_use'::regproc] LOOP
    EXECUTE regexp_replace(pg_get_functiondef(counted), '\mother_properties\M', 'other_properties, ' || quote_ident(name), 'g');
  END LOOP;
END $$;
