-- As before; but of one conversation the newest messages are looked through first, for a word that many of them have: a page of it is full after a
-- few thousand, which lie side by side, while the index gives all that ever had it, each on a page of its own.
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
    where fold(asked_words) <% fold(m.message_text) and m.words @@ here and m.id > p.since_id and (company is null or m.company_id = company)
      and m.deleted_at is null and m.kind = 'message'
      and (sender is null or m.sender_id = sender) and (from_time is null or m.created_at >= from_time)
      and (to_time is null or m.created_at < to_time) and (with_files is null or m.has_files = with_files)
    order by m.id desc limit most;
end
$$;
