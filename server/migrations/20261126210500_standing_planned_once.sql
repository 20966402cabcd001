-- It looks up by keys, so one plan is good for all; connections that read lists plan each time for the company at hand, and planned this too.
ALTER FUNCTION standing_of(text) SET plan_cache_mode = force_generic_plan;
