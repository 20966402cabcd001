-- Marks are printed, read aloud and typed with all sorts of signs between their parts, which are no part of them (`bareMark` in shared).
CREATE FUNCTION bare_mark(mark text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select translate(mark, U&' \0009\000A\000B\000C\000D.,:;_/*#''\002D\00A0\00AD\00B7\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\200B\200C\200D\200E\200F\2010\2011\2012\2013\2014\2015\2019\2028\2029\202A\202B\202C\202D\202E\202F\205F\2060\2066\2067\2068\2069\3000\FEFF', '')
$$;
--> statement-breakpoint
-- All marks of a row without such signs, each between its quotation marks.
CREATE FUNCTION bare_marks(first text, others jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select bare_mark(fold('"' || coalesce(first, '') || '"' || jsonb_path_query_array(others, '$[*].value')::text))
$$;
--> statement-breakpoint
CREATE INDEX "animals_texts_idx" ON "animals" USING btree ("company_id","id","archived_at","search_text") WHERE octet_length("animals"."search_text") <= 2000;--> statement-breakpoint
CREATE INDEX "animals_long_texts_idx" ON "animals" USING btree ("company_id","id") WHERE octet_length("animals"."search_text") > 2000;--> statement-breakpoint
CREATE INDEX "animals_bare_marks_idx" ON "animals" USING gin (search_grams("company_id", bare_marks("identifier", "other_identifiers"))) WITH (fastupdate=false) WHERE "animals"."identifier" <> bare_mark("animals"."identifier") or "animals"."other_identifiers" <> '[]';
--> statement-breakpoint
-- As with the other index of letters: what is in its arrays would take most of the time of looking at the table.
ALTER INDEX "animals_bare_marks_idx" ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
-- What the letters of words are looked up by in `search_grams`: three at a time, or the two that there are.
CREATE FUNCTION word_grams(company int, folded text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select array_agg(hashtextextended(substr(folded, at, least(length(folded), 3)) collate "C", company))
  from generate_series(1, greatest(length(folded) - 2, 1)) at
$$;
--> statement-breakpoint
-- What a mark is sought by, without the signs between its parts; null where the words can be none.
CREATE FUNCTION sought_mark(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select mark from bare_mark(fold(words)) mark where length(mark) > 2 and mark ~ '[0-9\u0660-\u0669]'
$$;
--> statement-breakpoint
-- The animals of a company that hold the words, or whose marks hold them whatever stands between the parts; as many as are wanted. First by the
-- letters of the company. Where many hold them, each of its rows lies on a page of its own among those of others: so of a company that is not
-- large the texts are read, which its index has beside each other.
CREATE FUNCTION find_animals(company int, words text, is_living boolean, most int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SET search_path = public, pg_catalog SET enable_seqscan = off AS $$
declare
  few constant int := 200;
  folded text := fold(words);
  mark text := sought_mark(words);
  asked text := ' and company_id = $1' || case when is_living then ' and archived_at is null' else '' end;
  by_letters text := 'select id from (select id, company_id, search_text, archived_at from animals
    where search_grams(company_id, search_text) @> $2 offset 0) t where search_text like $3' || asked;
  by_texts text := 'select id from animals where (search_text like $3 or search_text like $5)' || asked;
  by_marks text := ' union all select id from (select id, company_id, search_text, archived_at, bare_marks(identifier, other_identifiers) as marks
    from animals where search_grams(company_id, bare_marks(identifier, other_identifiers)) @> $4
      and (identifier <> bare_mark(identifier) or other_identifiers <> ''[]'') offset 0) t
    where marks like $5 and search_text not like $3 and search_text not like $5' || asked;
  hits int[];
begin
  by_texts := by_texts || ' and octet_length(search_text) <= 2000 union all ' || by_texts || ' and octet_length(search_text) > 2000';
  if mark <> folded then
    by_letters := by_letters || ' union all select id from (select id, company_id, search_text, archived_at from animals
      where search_grams(company_id, search_text) @> $4 offset 0) t where search_text like $5 and search_text not like $3' || asked;
  end if;
  if mark is not null then
    by_letters := by_letters || by_marks;
    by_texts := by_texts || by_marks;
  end if;
  execute 'select array(' || by_letters || ' limit $6)' into hits
    using company, word_grams(company, folded), search_pattern(words), word_grams(company, mark), search_pattern(mark), least(few, most);
  if cardinality(hits) < least(few, most) or most <= few then return query select unnest(hits); return; end if;
  perform from animals where company_id = company offset 20000 limit 1;
  return query execute case when found then by_letters else by_texts end || ' limit $6'
    using company, word_grams(company, folded), search_pattern(words), word_grams(company, mark), search_pattern(mark), most;
end
$$;
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
    return query select find_animals(company, words, false, most);
    return;
  end if;
  if company is not null then found := found || ' and t.company_id = $2';
  elsif right(session_user, 7) <> '_system' then return; end if;
  return query execute found || ' limit $3' using search_pattern(words), company, most;
end
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_best(nouns text[], words text, most int) RETURNS TABLE (noun text, ids int[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog SET enable_seqscan = off SET pg_trgm.word_similarity_threshold = 0.45 AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  folded text := fold(words);
  begins text := substr(search_pattern(words), 2);
  one text;
  source text;
  found int[];
  near int[];
  hits int[];
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
    if one = 'animal' and length(folded) > 2 then
      hits := array(select find_animals(company, words, true, 500));
    end if;
    execute 'select array_agg(id order by place, length(text), id) from (select id, text,
        case when text like $2 then 0 when text like ''% '' || $2 then 1 else 2 end as place from ' || source
        || case when one = 'animal' and length(folded) > 2 then 'id = any($3)'
          when length(folded) > 2 then 'text like ''%'' || $2' else '(text like $2 or text like ''% '' || $2)' end || ' limit 500) hits'
      into found using company, begins, hits;
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
