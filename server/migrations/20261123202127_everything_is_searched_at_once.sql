CREATE INDEX "findings_search_idx" ON "findings" USING gin ("company_id",fold(coalesce("note", '') || E'\n' || coalesce("question"::text, '')) gin_trgm_ops);
--> statement-breakpoint
-- What of each noun is found best by the words, for one answer over all of them (`searchIds.ts`): texts that begin with them, then those in which a
-- word does, then those that hold them; where there are not five, also what is nearly so. Of very many the first that are come upon are ranked.
CREATE FUNCTION search_best(nouns text[], words text, most int) RETURNS TABLE (noun text, ids int[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog SET enable_seqscan = off SET pg_trgm.word_similarity_threshold = 0.45 AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  folded text := fold(words);
  begins text := substr(search_pattern(words), 2);
  one text;
  source text;
  found int[];
  near int[];
begin
  if company is null or length(folded) < 2 then return; end if;
  foreach one in array nouns loop
    source := case one
      when 'animal' then 'select id, search_text as text from animals where archived_at is null'
      when 'animal_group' then 'select id, search_text as text from animal_groups where archived_at is null'
      when 'location' then 'select id, search_text as text from locations where archived_at is null'
      when 'vehicle' then 'select id, search_text as text from vehicles where archived_at is null'
      when 'task' then 'select id, search_text as text from tasks where archived_at is null'
      when 'finding' then 'select id, fold(coalesce(note, '''') || E''\n'' || coalesce(question::text, '''')) as text from findings where true'
      when 'form' then 'select id, fold((select string_agg(value, E''\n'') from jsonb_each_text(name))) as text from forms where archived_at is null'
      when 'guide' then 'select id, fold((select string_agg(value, E''\n'') from jsonb_each_text(title))) as text from guides where archived_at is null'
      when 'person' then 'select m.user_id as id, fold(u.name) as text from memberships m join users u on u.id = m.user_id where m.ended_at is null'
    end;
    if source is null then raise exception 'Nothing is searched under the name %.', one; end if;
    source := '(' || source || ' and company_id = $1) t where ';
    execute 'select array_agg(id order by place, length(text), id) from (select id, text,
        case when text like $2 then 0 when text like ''% '' || $2 then 1 else 2 end as place from ' || source
        || case when length(folded) > 2 then 'text like ''%'' || $2' else '(text like $2 or text like ''% '' || $2)' end || ' limit 500) hits'
      into found using company, begins;
    found := coalesce(found[:most], '{}');
    if cardinality(found) < 5 and length(folded) > 3 then
      execute 'select array_agg(id order by likeness desc, id) from (select id, word_similarity($2, text) as likeness from ' || source
          || 'text %> $2 limit 500) hits where id <> all($3)'
        into near using company, folded, found;
      found := found || coalesce(near[:most], '{}');
    end if;
    noun := one;
    ids := found;
    if cardinality(found) > 0 then return next; end if;
  end loop;
end
$$;
