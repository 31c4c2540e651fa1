-- Most people come alone, or to one owner at a time. For so few rows PostgreSQL expects a plan of their own to cost less than the
-- one it has kept, and making it takes a sixth of what an exchange costs. What count_contacts runs follows its setting, too.
ALTER FUNCTION count_contacts() SET plan_cache_mode = force_generic_plan;--> statement-breakpoint
ALTER FUNCTION add_team_people(text[], date[], text[], integer[], integer[]) SET plan_cache_mode = force_generic_plan;
