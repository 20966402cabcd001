-- Short names such as "AET" and offsets such as "+01:00" were taken where a zone is said; PostgreSQL knows the first not and reads the
-- others the other way round. Whoever has one is set to UTC, and chooses again.
update companies set time_zone = 'UTC'
where not exists (select from pg_timezone_names known where lower(known.name) = lower(time_zone));
--> statement-breakpoint
update users set time_zone = 'UTC'
where not exists (select from pg_timezone_names known where lower(known.name) = lower(time_zone));
--> statement-breakpoint
update tasks set timezone = 'UTC'
where not exists (select from pg_timezone_names known where lower(known.name) = lower(timezone));
