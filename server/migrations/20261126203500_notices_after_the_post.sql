-- Asked in every post: the token of now is looked for first, and nothing is sorted. What was kept before this is not true any more, and asked anew.
CREATE OR REPLACE FUNCTION standing_of(asked text) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog AS $$
declare
  session int := (select s.id from sessions s where s.token_hash = asked);
begin
  if session is null then session := (select s.id from sessions s where s.previous_token_hash = asked); end if;
  return (
    select concat_ws(',', s.id, s.xmin, u.xmin, coalesce(m.xmin::text, '-'), coalesce(c.xmin::text, '-'), coalesce(r.xmin::text, '-'),
      array(select p.id || ':' || p.xmin::text from company_plans p where p.company_id = c.id),
      array(select t.xmin from two_factors t where t.user_id = s.user_id),
      array(select w.xmin from worker_accounts w where w.user_id = s.user_id))
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.company_id = s.company_id and m.user_id = s.user_id
    left join companies c on c.id = m.company_id
    left join roles r on r.company_id = m.company_id and r.id = m.own_role_id
    where s.id = session);
end
$$;
--> statement-breakpoint
DROP FUNCTION post_message(text, text, text, int, int, int, int, uuid, text, text, int[], boolean, text, text, text, text[], int);
--> statement-breakpoint
-- A plain message, in one statement (server/messaging/postAtOnce.ts): whether who asks is still who they were, the lock that orders the
-- conversation, all that a post asks, the row, and what the conversation is told. `message` and `notice` come as JSON without what is only known
-- behind the lock. Null where anything stands against it, or where the long way alone knows: then nothing was written. The notice of what it wrote
-- stands in `app.posted`, for the statement that comes behind it.
CREATE FUNCTION post_message(
  token text, standing text, counted text, tries int, seconds int,
  place int, author int, message_uuid uuid, content text, language text, named int[], urgent boolean,
  message text, notice text, channel text
) RETURNS text LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
declare
  here record;
  sender text;
  stands_against boolean;
  number int;
  moment timestamptz;
  known text;
begin
  if standing_of(token) is distinct from standing then return null; end if;
  select c.company_id, c.type, c.title, c.last_change_id, c.last_message_at into here
  from conversations c where c.id = place and c.deleted_at is null for no key update;
  if here.company_id is null or here.type = 'support' then return null; end if;
  -- From here on it reads what there is behind the lock.
  select
    json_build_object('id', u.id, 'name', u.name, 'avatar', u.avatar)::text,
    exists (
      select from messages x
      where x.company_id = here.company_id and x.conversation_id = place and x.sender_id = author and x.uuid = message_uuid
    ) or here.type = 'private' and exists (
      select from person_blocks b where b.company_id = here.company_id and b.blocked_user_id = author
    )
  into sender, stands_against
  from conversation_members m join users u on u.id = m.user_id
  where m.company_id = here.company_id and m.conversation_id = place and m.user_id = author and m.left_at is null and u.admin_since is null;
  if sender is null or stands_against then return null; end if;
  if cardinality(named) > 0 then
    named := array(
      select m.user_id from conversation_members m
      where m.company_id = here.company_id and m.conversation_id = place and m.user_id = any(named));
  end if;
  if not spend_message(counted, tries, seconds) then return null; end if;

  number := nextval('messages_id_seq');
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
  perform set_config('app.posted', notice, false);
  perform tell_nodes(number, array[
    format('{"kind":"event","channels":["%s"],"event":"message.sent","data":%s}', channel, message),
    format('{"kind":"event","channels":["%s"],"event":"new-message-notification","data":%s}', channel, notice)
  ]);
  return message;
end
$$;
--> statement-breakpoint
-- Tells everybody in the conversation, but whoever wrote it and who has blocked them, of the message that this connection has just posted, each
-- with what they have unread: on their own channels, which nobody who reads along has to wait for. It goes out with the post and commits by itself,
-- under the lock of the conversation again, so that notices come in its order and what was read meanwhile counts. Does nothing where nothing was posted.
CREATE FUNCTION tell_posted(place int, author int, message_uuid uuid, own_channel text[], most_unread int)
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
declare
  -- Some of them are somebody's own.
  most_looked constant int := most_unread + 201;
  notice text := nullif(current_setting('app.posted', true), '');
  number int;
  company int;
  named int[];
  blockers int[];
  ids int[];
  senders int[];
  owns text;
  channels text;
begin
  if notice is null then return; end if;
  perform set_config('app.posted', '', false);
  number := notice::json ->> 'id';
  select c.company_id into company from conversations c where c.id = place and c.deleted_at is null for no key update;
  select m.mentions into named from messages m
  where m.id = number and m.company_id = company and m.conversation_id = place and m.uuid = message_uuid and m.deleted_at is null;
  if named is null then return; end if;
  blockers := array(select b.user_id from person_blocks b where b.company_id = company and b.blocked_user_id = author);
  -- What everybody has unread, from one reading of the latest messages (server/messaging/toTell.ts).
  select array_agg(l.id order by l.id), array_agg(l.sender_id order by l.id) into ids, senders from (
    select m.id, m.sender_id from messages m
    where m.company_id = company and m.conversation_id = place and m.kind = 'message' and m.deleted_at is null and m.id > (
      select min(greatest(c.last_read_id, c.since_id)) from conversation_members c
      where c.company_id = company and c.conversation_id = place and c.left_at is null)
    order by m.id desc limit most_looked
  ) l;
  ids := coalesce(ids, '{}');
  select
    string_agg(format('"%s%s%s":{"unread_count":%s,"is_muted":%s,"is_mention":%s}', own_channel[1], p.user_id, own_channel[2],
      least(most_unread, p.unread), p.is_muted::text, (p.user_id = any(named))::text), ','),
    string_agg(format('"%s%s%s"', own_channel[1], p.user_id, own_channel[2]), ',')
  into owns, channels from (
    select m.user_id, m.is_muted, case
      -- So much unread, and so much of it their own, that the latest messages do not tell.
      when read.pointer < ids[1] and cardinality(ids) = most_looked and looked.unread < most_unread then (
        select count(*) from (
          select from messages x
          where x.company_id = m.company_id and x.conversation_id = place and x.kind = 'message' and x.deleted_at is null
            and x.id > read.pointer and x.sender_id <> m.user_id limit most_unread
        ) each_one)
      else looked.unread
    end as unread
    from conversation_members m
    cross join lateral (select greatest(m.last_read_id, m.since_id) as pointer offset 0) read
    left join (
      select l.sender_id, array_agg(l.id order by l.id) as written from unnest(ids, senders) as l (id, sender_id) group by l.sender_id
    ) own on own.sender_id = m.user_id
    cross join lateral (select
      cardinality(ids) - width_bucket(read.pointer, ids) - coalesce(cardinality(own.written) - width_bucket(read.pointer, own.written), 0) as unread
      offset 0
    ) looked
    where m.company_id = company and m.conversation_id = place and m.left_at is null and m.user_id <> author
      and m.user_id <> all(blockers)
      and (select w.ended_at is null and w.frozen_at is null from memberships w where w.company_id = m.company_id and w.user_id = m.user_id)
  ) p;
  if channels is null then return; end if;
  perform tell_nodes(number, array[format('{"kind":"event","channels":[%s],"event":"NewMessageNotification","data":%s,"own":{%s}}',
    channels, notice, owns)]);
end
$$;
