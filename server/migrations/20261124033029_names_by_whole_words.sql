-- The messages that name something, as before but for how they are come upon: by whole words. What begins like a word is gathered from all
-- companies before those of the others are left out.
CREATE OR REPLACE FUNCTION naming_ids(names text[], places int[], since int[], until timestamptz, most int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog SET enable_seqscan = off AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  asked tsquery;
  here tsquery;
  whole text;
begin
  if company is null then return; end if;
  -- Of each name its longest word, as it stands or with an ending that Hungarian writes to it: signs between the parts of a mark are read in
  -- many ways.
  select string_agg('''' || replace(replace(form, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery into asked from (
    select distinct on (at) word from unnest(names) with ordinality as n (name, at),
      -- An address is kept as one word with what stands behind it.
      unnest(case when name like '/%' then array[fold(name)] else tsvector_to_array(to_tsvector('pg_catalog.simple', fold(name))) end) word
    where word <> '' order by at, length(word) desc, word) longest,
    lateral (select word as form union select unnest(stems('pg_catalog.hungarian', word))) forms;
  select string_agg(quote_literal('conversation:' || place), ' | ')::tsquery into here from unnest(places) place;
  if asked is null or here is null then return; end if;
  select '(^|[^[:alnum:]]|(?=/))(' || string_agg(replace(
    regexp_replace(regexp_replace(fold(name), '[\s.-]+', '-', 'g'), '([][\\*+?(){}|^$])', '\\\1', 'g'), '-', '[\s.-]*'), '|') || ')' into whole
  from unnest(names) name where to_tsvector('pg_catalog.simple', fold(name)) <> '';
  return query
    select found.id from (
      select m.id, m.conversation_id, fold(m.message_text) as said, m.locale from messages m
      where m.words @@ (asked && here) and m.company_id = company and m.deleted_at is null and m.kind = 'message'
        and (until is null or m.created_at <= until) offset 0) found
    join unnest(places, since) as p (place, since_id) on p.place = found.conversation_id and found.id > p.since_id
    where said ~ (whole || case when found.locale = 'hu' then '[[:alpha:]]{0,6}' else '' end || '([^[:alnum:]]|$)')
    order by found.id desc limit most;
end
$$;
