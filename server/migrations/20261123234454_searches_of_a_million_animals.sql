-- Two and three letters at a time of a folded text, each as a number of its own for each company: what is looked up for one company never meets
-- the rows of another, however many they are. Hashes for partitions are as they are for good.
CREATE FUNCTION search_grams(company int, folded text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(array_agg(distinct hashtextextended(gram collate "C", company)), '{}') from (
    select substr(folded, at, 3) as gram from generate_series(1, length(folded) - 2) at
    union all select substr(folded, at, 2) from generate_series(1, length(folded) - 1) at) grams
$$;
--> statement-breakpoint
DROP INDEX "animals_species_idx";--> statement-breakpoint
DROP INDEX "animals_group_idx";--> statement-breakpoint
DROP INDEX "animals_location_idx";--> statement-breakpoint
DROP INDEX "animals_life_status_idx";--> statement-breakpoint
DROP INDEX "animals_health_status_idx";--> statement-breakpoint
CREATE INDEX "animals_grams_idx" ON "animals" USING gin (search_grams("company_id", "search_text")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "animals_last_checked_idx" ON "animals" USING btree ("company_id","last_checked_at","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "animals_species_idx" ON "animals" USING btree ("company_id","species","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "animals_group_idx" ON "animals" USING btree ("company_id","animal_group_id","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "animals_location_idx" ON "animals" USING btree ("company_id","location_id","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "animals_life_status_idx" ON "animals" USING btree ("company_id","life_status","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "animals_health_status_idx" ON "animals" USING btree ("company_id","health_status","name","id","archived_at");
--> statement-breakpoint
-- What is in its arrays would take most of the time of looking at the table, and nothing is planned by it.
ALTER INDEX "animals_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_ids(noun text, words text, most int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog SET enable_seqscan = off AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  asked tsquery;
  folded text := fold(words);
  found text := case noun
    when 'animal' then 'select id from animals t where search_text like $1'
    when 'animal_group' then 'select id from animal_groups t where search_text like $1'
    when 'location' then 'select id from locations t where search_text like $1'
    when 'vehicle' then 'select id from vehicles t where search_text like $1'
    when 'task' then 'select id from tasks t where search_text like $1'
    when 'form' then 'select id from forms t where fold((select string_agg(value, E''
'') from jsonb_each_text(name))) like $1'
    when 'person' then 'select distinct user_id from memberships t join users u on u.id = t.user_id where fold(u.name) like $1'
  end;
begin
  if noun in ('submission', 'answer') then
    asked := case noun when 'submission' then answer_query(company, words) else chosen_query(company, words) end;
    if asked is null then return; end if;
    return query execute 'select id from submissions t where words @@ $1 and t.company_id = $2 limit $3' using asked, company, most;
    return;
  end if;
  if found is null then raise exception 'Nothing is searched under the name %.', noun; end if;
  if noun = 'animal' and company is not null and length(folded) > 1 then
    -- First by the company's own letters, then by the words: "offset 0" keeps the two apart.
    return query execute 'select id from (select id, search_text, company_id from animals
        where search_grams(company_id, search_text) @> $4 offset 0) t
      where search_text like $1 and t.company_id = $2 limit $3'
      using search_pattern(words), company, most, (
        select array_agg(hashtextextended(substr(folded, at, least(length(folded), 3)) collate "C", company))
        from generate_series(1, greatest(length(folded) - 2, 1)) at);
    return;
  end if;
  if company is not null then found := found || ' and t.company_id = $2';
  elsif right(session_user, 7) <> '_system' then return; end if;
  return query execute found || ' limit $3' using search_pattern(words), company, most;
end
$$;
--> statement-breakpoint
-- Tables that are small, or were when they were last looked at, are looked at anew: who fills them asks for it, since PostgreSQL by itself
-- comes a minute later and until then takes what is in them for nothing.
CREATE FUNCTION keep_statistics(noun text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog AS $$
declare
  one text;
begin
  foreach one in array case noun
    when 'animal' then array['animals', 'animal_identifiers', 'animal_events']
    when 'animal_group' then array['animal_groups', 'animal_events']
    when 'location' then array['locations']
    when 'vehicle' then array['vehicles']
    else array[]::text[] end
  loop
    if (select reltuples < 20000 from pg_class where oid = one::regclass) then execute format('analyze %I', one); end if;
  end loop;
end
$$;
