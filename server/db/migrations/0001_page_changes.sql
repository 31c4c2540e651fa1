-- Every process hears of a change that a rendered page may show, whoever made it, at the commit that made it.
CREATE FUNCTION tell_page_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('page_changes', TG_ARGV[0] || ':' || COALESCE(NEW.id, OLD.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A counted view changes the two counters and nothing a page shows.
CREATE TRIGGER business_cards_page_change AFTER UPDATE ON business_cards FOR EACH ROW
  WHEN (OLD.view_count = NEW.view_count AND OLD.unique_view_count = NEW.unique_view_count)
  EXECUTE FUNCTION tell_page_change('card');
--> statement-breakpoint
CREATE TRIGGER business_cards_page_gone AFTER INSERT OR DELETE ON business_cards FOR EACH ROW
  EXECUTE FUNCTION tell_page_change('card');
--> statement-breakpoint
CREATE TRIGGER users_page_change AFTER UPDATE OR DELETE ON users FOR EACH ROW
  EXECUTE FUNCTION tell_page_change('user');
