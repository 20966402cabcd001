-- Texts are folded as browsers fold them (`foldedText` in shared/lib/folding.ts): digits, dashes, blanks and apostrophes of all kinds are one, what is
-- invisible is nothing. Line breaks stay, since they part the columns of what is searched in.
CREATE FUNCTION fold_plain(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
declare
  marks constant text := '[\u0640\u200c\u200d'
      || '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc'
      || '\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823'
      || '\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957'
      || '\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7\u09c8\u09cb-\u09cd\u09d7\u09e2\u09e3\u09fe\u0a01-\u0a03\u0a3c'
      || '\u0a3e-\u0a42\u0a47\u0a48\u0a4b-\u0a4d\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd'
      || '\u0ae2\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62\u0b63\u0b82'
      || '\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55\u0c56'
      || '\u0c62\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5\u0cd6\u0ce2\u0ce3\u0cf3\u0d00-\u0d03\u0d3b'
      || '\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2'
      || '\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f'
      || '\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064'
      || '\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772'
      || '\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e'
      || '\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad'
      || '\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1'
      || '\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b'
      || '\ua823-\ua827\ua82c\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0'
      || '\ua9e5\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5'
      || '\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f' || ']';
  zeros constant text := U&'\0660\06F0\07C0\0966\09E6\0A66\0AE6\0B66\0BE6\0C66\0CE6\0D66\0DE6\0E50\0ED0\0F20\1040\1090\17E0\1810\1946\19D0\1A80\1A90\1B50\1BB0\1C40\1C50\A620\A8D0\A900\A9D0\A9F0\AA50\ABF0';
  said text := words;
begin
  if said ~ '^[\n -~]*$' then
    return btrim(regexp_replace(lower(translate(said, '`', '''')), ' {2,}', ' ', 'g'), ' ');
  end if;
  said := regexp_replace(said, '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g');
  said := translate(said, U&'\2019\2018\02BC\2032\00B4`', '''''''''''''');
  said := regexp_replace(normalize(said, NFKD), marks, '', 'g');
  said := lower(unaccent('unaccent'::regdictionary, said));
  said := translate(said, U&'`\03C2\0649\06CC\06D0\06A9\0629\06D5\2010\2011\2012\2013\2014\2015\2043\2212\FE58\FE63\FF0D',
    U&'''\03C3\064A\064A\064A\0643\0647\0647-----------');
  if said ~ '[\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0de6-\u0def\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u1090-\u1099\u17e0-\u17e9\u1810-\u1819\u1946-\u194f\u19d0-\u19d9\u1a80-\u1a89\u1a90-\u1a99\u1b50-\u1b59\u1bb0-\u1bb9\u1c40-\u1c49\u1c50-\u1c59\ua620-\ua629\ua8d0-\ua8d9\ua900-\ua909\ua9d0-\ua9d9\ua9f0-\ua9f9\uaa50-\uaa59\uabf0-\uabf9]' then
    said := translate(said, (
      select string_agg(chr(ascii(zero) + n), '' order by place, n)
      from regexp_split_to_table(zeros, '') with ordinality as z (zero, place), generate_series(0, 9) n
    ), repeat('0123456789', length(zeros)));
  end if;
  return btrim(regexp_replace(said, '[\t\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' ');
end
$$;
--> statement-breakpoint
-- What a text is found by: as it is folded and, in a line of its own, with its umlauts spelled out ("Müller" by "mueller"). What is asked for
-- comes folded already, so that it is one line.
CREATE OR REPLACE FUNCTION fold(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
declare
  plain text := fold_plain($1);
  composed text;
begin
  if $1 ~ '^[\n -~]*$' then return plain; end if;
  composed := normalize($1, NFC);
  if composed !~ '[äöüåøÄÖÜÅØ]' then return plain; end if;
  return plain || E'\n' || fold_plain(replace(replace(replace(replace(replace(
    translate(composed, 'ÄÖÜÅØ', 'äöüåø'), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe'));
end
$$;
--> statement-breakpoint
-- All of the words, as before, each also with its umlauts spelled out.
CREATE OR REPLACE FUNCTION words_query(words text) RETURNS tsquery LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select string_agg(one, ' & ')::tsquery from (
    select '(' || string_agg(quote_literal(form) || mark, ' | ') || ')' as one
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', words))) word,
    lateral (
      select unnest(string_to_array(fold(word), E'\n')) as form, case when length(word) > 2 then ':*' else '' end as mark
      union select stem, '' from unnest(array['english', 'hungarian', 'german', 'french', 'arabic']) name, unnest(stems(('pg_catalog.' || name)::regconfig, word)) stem
    ) forms where form <> '' group by word) as each
$$;
--> statement-breakpoint
-- The messages that have the words, as before; what is much like them is looked for with one reading of them.
CREATE OR REPLACE FUNCTION search_ids(
  noun text, asked_words text, places int[], since int[], sender int, from_time timestamptz, to_time timestamptz, with_files boolean, most int, skip int
) RETURNS TABLE (id int) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog AS $$
declare
  newest constant int := 8000;
  company int := nullif(current_setting('app.company_id', true), '')::int;
  asked tsquery := words_query(asked_words);
  here tsquery;
  page int[];
  hits int;
begin
  if noun <> 'message' or asked is null or (company is null and right(session_user, 7) <> '_system') then return; end if;
  if cardinality(places) = 1 then
    page := array(
      select m.id from (
        select n.id, n.words, n.deleted_at, n.kind, n.sender_id, n.created_at, n.has_files from messages n
        where n.company_id = coalesce(company, (select c.company_id from conversations c where c.id = places[1]))
          and n.conversation_id = places[1] and n.id > since[1]
        order by n.id desc limit newest
      ) m
      where m.words @@ asked and m.deleted_at is null and m.kind = 'message'
        and (sender is null or m.sender_id = sender) and (from_time is null or m.created_at >= from_time)
        and (to_time is null or m.created_at < to_time) and (with_files is null or m.has_files = with_files)
      order by m.id desc limit most offset skip);
    if cardinality(page) = most then
      return query select unnest(page);
      return;
    end if;
  end if;
  select string_agg(quote_literal('conversation:' || place), ' | ')::tsquery into here from unnest(places) place;
  return query
    select m.id from messages m join unnest(places, since) as p (place, since_id) on p.place = m.conversation_id
    where m.words @@ (asked && here) and m.id > p.since_id and (company is null or m.company_id = company)
      and m.deleted_at is null and m.kind = 'message'
      and (sender is null or m.sender_id = sender) and (from_time is null or m.created_at >= from_time)
      and (to_time is null or m.created_at < to_time) and (with_files is null or m.has_files = with_files)
    order by m.id desc limit most offset skip;
  get diagnostics hits = row_count;
  if hits > 0 or skip > 0 then return; end if;
  -- Nothing has the words: perhaps something has one that is much like them.
  return query
    select m.id from messages m join unnest(places, since) as p (place, since_id) on p.place = m.conversation_id
    where fold_plain(asked_words) <% fold(m.message_text) and m.words @@ here and m.id > p.since_id and (company is null or m.company_id = company)
      and m.deleted_at is null and m.kind = 'message'
      and (sender is null or m.sender_id = sender) and (from_time is null or m.created_at >= from_time)
      and (to_time is null or m.created_at < to_time) and (with_files is null or m.has_files = with_files)
    order by m.id desc limit most;
end
$$;
--> statement-breakpoint
UPDATE "locations" SET "name" = name WHERE search_text <> fold(coalesce(name, ''));
--> statement-breakpoint
UPDATE "animal_groups" SET "name" = name WHERE search_text <> fold(coalesce(name, ''));
--> statement-breakpoint
UPDATE "vehicles" SET "name" = name WHERE search_text <> fold(coalesce(name, '') || E'\n' || coalesce(plate, ''));
--> statement-breakpoint
UPDATE "animals" SET "name" = name WHERE search_text <>
  fold(coalesce(name, '') || E'\n' || coalesce(identifier, '') || E'\n' || coalesce(jsonb_path_query_array(other_identifiers, '$[*].value')::text, ''));
--> statement-breakpoint
UPDATE "tasks" SET "title" = title WHERE search_text <> fold(coalesce(title, '') || E'\n' || coalesce(titles::text, '') || E'\n' || coalesce(description, ''));
--> statement-breakpoint
-- Plain texts fold as they did.
UPDATE "messages" SET "words" = message_words(message_text, locale, company_id, conversation_id)
WHERE words is not null and message_text ~ '[^\n -~]' and words <> message_words(message_text, locale, company_id, conversation_id);
--> statement-breakpoint
UPDATE "submissions" s SET "words" = kept.words FROM (
  select t.id, t.company_id, answer_words(t.answers, t.company_id, v.searched_questions) as words
  from submissions t join form_versions v on v.id = t.form_version_id and v.company_id = t.company_id
  where t.answers::text ~ '[^\n -~]'
) kept WHERE kept.id = s.id and kept.company_id = s.company_id and s.words is distinct from kept.words;
--> statement-breakpoint
REINDEX INDEX "messages_similar_idx";
--> statement-breakpoint
REINDEX INDEX "findings_search_idx";
