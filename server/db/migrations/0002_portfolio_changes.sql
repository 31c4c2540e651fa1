-- A portfolio shows all cards of its owner: a new card has no page yet that could be forgotten by its own tag.
CREATE FUNCTION tell_portfolio_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('page_changes', 'portfolio:' || COALESCE(NEW.user_id, OLD.user_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER business_cards_portfolio_change AFTER UPDATE ON business_cards FOR EACH ROW
  WHEN (OLD.view_count = NEW.view_count AND OLD.unique_view_count = NEW.unique_view_count)
  EXECUTE FUNCTION tell_portfolio_change();
--> statement-breakpoint
CREATE TRIGGER business_cards_portfolio_size AFTER INSERT OR DELETE ON business_cards FOR EACH ROW
  EXECUTE FUNCTION tell_portfolio_change();
