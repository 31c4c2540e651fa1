-- Most views come alone. For so few rows PostgreSQL expects a plan of their own to cost less than the one it has kept, and
-- making it takes as long as all the rest. What the trigger of card_views runs follows this setting, too.
ALTER FUNCTION count_views(json, integer) SET plan_cache_mode = force_generic_plan;
