-- The stems of a text in one language, folded: all at once, since each call of `fold` takes as long as ten words do.
CREATE OR REPLACE FUNCTION stems(config regconfig, content text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select coalesce(array_agg(distinct word), '{}')
  from unnest(string_to_array(fold(array_to_string(tsvector_to_array(to_tsvector(config, content)), E'\n')), E'\n')) word where word <> ''
$$;
--> statement-breakpoint
-- The same words as before, in a third of the time.
CREATE OR REPLACE FUNCTION message_words(content text, locale text, company int, conversation int) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_catalog AS $$
declare
  stems text := fold(array_to_string(tsvector_to_array(to_tsvector(language_config(locale), content)), E'\n'));
  words text[] := tsvector_to_array(to_tsvector('pg_catalog.simple', fold(content))) || string_to_array(stems, E'\n');
begin
  return array_to_tsvector(array_remove(words, '') || array['company:' || company, 'conversation:' || conversation]);
end
$$;
--> statement-breakpoint
-- By which versions of which rows it is known who asks with a token, and what they may (server/accounts/identity.ts): as long as it says the same,
-- what was worked out of these rows is true. It says nothing of what is in them.
CREATE FUNCTION standing_of(asked text) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog AS $$
begin
  return (
    select row(s.id, s.xmin, u.xmin, m.xmin, c.xmin, r.xmin,
      (select string_agg(p.id || ':' || p.xmin::text, ',' order by p.id) from company_plans p where p.company_id = c.id),
      (select string_agg(t.xmin::text, ',' order by t.ctid) from two_factors t where t.user_id = s.user_id),
      (select string_agg(w.xmin::text, ',' order by w.ctid) from worker_accounts w where w.user_id = s.user_id))::text
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.company_id = s.company_id and m.user_id = s.user_id
    left join companies c on c.id = m.company_id
    left join roles r on r.company_id = m.company_id and r.id = m.own_role_id
    where s.token_hash = asked or s.previous_token_hash = asked);
end
$$;
--> statement-breakpoint
-- Counts a message of the person of the connection, as server/lib/security/limits.ts counts everything; whether it is one too many.
CREATE FUNCTION spend_message(counted text, tries int, seconds int) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog AS $$
declare
  clock bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  spent int;
begin
  if counted not like 'messages:%' then raise exception 'Only messages are counted here.'; end if;
  insert into rate_limits as l (key, points, expire) values (counted, 1, clock + seconds * 1000)
  on conflict (key) do update set
    points = case when l.expire <= clock then 1 else l.points + 1 end,
    expire = case when l.expire <= clock then clock + seconds * 1000 else l.expire end
  returning points into spent;
  return spent <= tries;
end
$$;
--> statement-breakpoint
-- Says to the nodes what they tell browsers, each a text of JSON, when this commits (server/lib/nodes/notifications.ts). What is too long for one
-- notification goes in one each, and as a row where one of them is too long by itself.
CREATE FUNCTION tell_nodes(number int, said text[]) RETURNS void LANGUAGE plpgsql AS $$
declare
  longest constant int := 7880;
  body text := format('[%s,%s]', number, array_to_string(said, ','));
  stored uuid;
begin
  if octet_length(body) <= longest then
    perform pg_notify('tend', body);
  elsif (select max(octet_length(one)) + 20 <= longest from unnest(said) one) then
    perform pg_notify('tend', format('[%s,%s]', number, one)) from unnest(said) with ordinality as each (one, place) order by place;
  else
    stored := gen_random_uuid();
    insert into realtime_payloads (id, body) values (stored, body);
    perform pg_notify('tend', '#' || stored);
  end if;
end
$$;
--> statement-breakpoint
-- A plain message, in one statement (server/messaging/postAtOnce.ts): whether who asks is still who they were, the lock that orders the
-- conversation, all that a post asks, the row, and what the others are told. `message` and `notice` come as JSON without what is only known
-- behind the lock. Null where anything stands against it, or where the long way alone knows: then nothing was written.
CREATE FUNCTION post_message(
  token text, standing text, counted text, tries int, seconds int,
  place int, author int, message_uuid uuid, content text, language text, named int[], urgent boolean,
  message text, notice text, channel text, own_channel text[], most_unread int
) RETURNS text LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
declare
  -- Some of them are somebody's own.
  most_looked constant int := most_unread + 201;
  here conversations;
  sender text;
  blockers int[];
  ids int[];
  senders int[];
  owns text;
  channels text;
  unsure boolean;
  number int;
  moment timestamptz;
  known text;
begin
  if standing_of(token) is distinct from standing then return null; end if;
  select * into here from conversations c where c.id = place and c.deleted_at is null for no key update;
  if here.id is null or here.type = 'support' then return null; end if;
  -- From here on it reads what there is behind the lock.
  select json_build_object('id', u.id, 'name', u.name, 'avatar', u.avatar)::text into sender
  from conversation_members m join users u on u.id = m.user_id
  where m.company_id = here.company_id and m.conversation_id = place and m.user_id = author and m.left_at is null and u.admin_since is null;
  if sender is null then return null; end if;
  if exists (
    select from messages m where m.company_id = here.company_id and m.conversation_id = place and m.sender_id = author and m.uuid = message_uuid
  ) then return null; end if;
  blockers := array(select b.user_id from person_blocks b where b.company_id = here.company_id and b.blocked_user_id = author);
  if here.type = 'private' and cardinality(blockers) > 0 then return null; end if;
  if cardinality(named) > 0 then
    named := array(
      select m.user_id from conversation_members m
      where m.company_id = here.company_id and m.conversation_id = place and m.user_id = any(named));
  end if;

  -- What everybody has unread, from one reading of the latest messages (server/messaging/toTell.ts).
  select array_agg(l.id order by l.id), array_agg(l.sender_id order by l.id) into ids, senders from (
    select m.id, m.sender_id from messages m
    where m.company_id = here.company_id and m.conversation_id = place and m.kind = 'message' and m.deleted_at is null and m.id > (
      select min(greatest(c.last_read_id, c.since_id)) from conversation_members c
      where c.company_id = here.company_id and c.conversation_id = place and c.left_at is null)
    order by m.id desc limit most_looked
  ) l;
  ids := coalesce(ids, '{}');
  select
    string_agg(format('"%s%s%s":{"unread_count":%s,"is_muted":%s,"is_mention":%s}', own_channel[1], p.user_id, own_channel[2],
      least(most_unread, p.unread + 1), p.is_muted::text, (p.user_id = any(named))::text), ','),
    string_agg(format('"%s%s%s"', own_channel[1], p.user_id, own_channel[2]), ','),
    bool_or(p.pointer < ids[1] and cardinality(ids) = most_looked and p.unread < most_unread)
  into owns, channels, unsure from (
    select m.user_id, m.is_muted, read.pointer,
      cardinality(ids) - width_bucket(read.pointer, ids) - coalesce(cardinality(own.written) - width_bucket(read.pointer, own.written), 0) as unread
    from conversation_members m
    cross join lateral (select greatest(m.last_read_id, m.since_id) as pointer offset 0) read
    left join (
      select l.sender_id, array_agg(l.id order by l.id) as written from unnest(ids, senders) as l (id, sender_id) group by l.sender_id
    ) own on own.sender_id = m.user_id
    where m.company_id = here.company_id and m.conversation_id = place and m.left_at is null and m.user_id <> author
      and m.user_id <> all(blockers)
      and (select w.ended_at is null and w.frozen_at is null from memberships w where w.company_id = m.company_id and w.user_id = m.user_id)
  ) p;
  if unsure then return null; end if;
  if not spend_message(counted, tries, seconds) then return null; end if;

  number := nextval(pg_get_serial_sequence('messages', 'id'));
  moment := greatest(date_trunc('milliseconds', clock_timestamp()), here.last_message_at);
  insert into messages (id, company_id, conversation_id, sender_id, uuid, kind, message_text, locale, mentions, is_urgent, created_at, change_id, words)
  overriding system value values (
    number, here.company_id, place, author, message_uuid, 'message', content, language, named, urgent, moment, here.last_change_id + 1,
    message_words(content, language, here.company_id, place));
  update conversations set last_change_id = here.last_change_id + 1, last_message_id = number, last_message_at = moment where id = place;

  known := format('{"id":%s,"conversation_id":%s,"created_at":"%s","sender":%s,', number, place,
    to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), sender);
  message := format('%s"change_id":%s,"mentions":[%s],%s', known, here.last_change_id + 1, array_to_string(named, ','), substr(message, 2));
  notice := format('%s"conversation_title":%s,%s', known, coalesce(to_json(here.title)::text, 'null'), substr(notice, 2));
  perform tell_nodes(number, array[
    format('{"kind":"event","channels":["%s"],"event":"message.sent","data":%s}', channel, message),
    format('{"kind":"event","channels":["%s"],"event":"new-message-notification","data":%s}', channel, notice)
  ] || case when channels is null then '{}' else array[
    format('{"kind":"event","channels":[%s],"event":"NewMessageNotification","data":%s,"own":{%s}}', channels, notice, owns)
  ] end);
  return message;
end
$$;
