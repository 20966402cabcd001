CREATE TABLE "animal_places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animal_places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"places" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "left_location_id" integer;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "left_group_id" integer;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "places" text[];--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "reach_locations" integer[];--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "reach_groups" integer[];--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "reach_vehicles" integer[];--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "reach_locations" integer[];--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "reach_groups" integer[];--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "reach_vehicles" integer[];--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "places" text[];--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "places" text[];--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "places" text[];--> statement-breakpoint
ALTER TABLE "animal_places" ADD CONSTRAINT "animal_places_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_places" ADD CONSTRAINT "animal_places_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "animal_places_animal_idx" ON "animal_places" USING btree ("company_id","animal_id","since","id");--> statement-breakpoint
CREATE INDEX "animals_left_location_idx" ON "animals" USING btree ("company_id","left_location_id") WHERE "animals"."left_location_id" is not null;--> statement-breakpoint
CREATE INDEX "animals_left_group_idx" ON "animals" USING btree ("company_id","left_group_id") WHERE "animals"."left_group_id" is not null;--> statement-breakpoint
CREATE INDEX "findings_places_idx" ON "findings" USING gin ("places");--> statement-breakpoint
CREATE INDEX "memberships_reach_idx" ON "memberships" USING btree ("company_id") WHERE "memberships"."reach_locations" is not null;--> statement-breakpoint
CREATE INDEX "sent_tasks_places_idx" ON "sent_tasks" USING gin ("places");--> statement-breakpoint
CREATE INDEX "submissions_places_idx" ON "submissions" USING gin ("places");--> statement-breakpoint
CREATE INDEX "tasks_places_idx" ON "tasks" USING gin ("places");--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_reach" CHECK (num_nonnulls("invites"."reach_locations", "invites"."reach_groups", "invites"."reach_vehicles") in (0, 3));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_reach" CHECK (num_nonnulls("memberships"."reach_locations", "memberships"."reach_groups", "memberships"."reach_vehicles") in (0, 3));
--> statement-breakpoint
-- These locations of a company and all below them.
CREATE FUNCTION locations_below(company integer, ids integer[])
 RETURNS integer[]
 LANGUAGE sql
 STABLE SECURITY DEFINER STRICT
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
  with recursive below as (
    select id from locations where company_id = company and id = any(ids)
    union
    select l.id from locations l join below b on l.parent_id = b.id where l.company_id = company
  )
  select coalesce(array_agg(id), '{}') from below
$$;
--> statement-breakpoint
-- Whether all that a record is about lies in a reach; `places` has a row for each subject.
CREATE FUNCTION within_reach(places text[], reach text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog'
AS $$
  select places && reach and (array_length(places, 1) = 1 or not exists (
    select from generate_series(1, array_length(places, 1)) subject where not places[subject:subject] && reach))
$$;
--> statement-breakpoint
-- The tasks that the person of the connection was given, or of which they have an occurrence. A policy that read them
-- itself would ask that of occurrences, which asks this of tasks.
CREATE FUNCTION given_tasks()
 RETURNS integer[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
  select coalesce(array_agg(task_id), '{}') from (
    select task_id from sent_tasks
      where company_id = nullif(current_setting('app.company_id', true), '')::int
        and user_id = nullif(current_setting('app.user_id', true), '')::int
    union select task_id from task_assignees
      where company_id = nullif(current_setting('app.company_id', true), '')::int
        and user_id = nullif(current_setting('app.user_id', true), '')::int) given
$$;
--> statement-breakpoint
-- The places of one subject of a record at a moment: an animal where it was then, as far as tend knew.
CREATE FUNCTION subject_places(company integer, animal integer, animal_group integer, location integer, vehicle integer, at timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
  select case
    when location is not null then array['location:' || location, '']
    when vehicle is not null then array['vehicle:' || vehicle, '']
    when animal_group is not null then array['group:' || animal_group, coalesce(
      (select 'location:' || g.location_id from animal_groups g where g.company_id = company and g.id = animal_group), '')]
    else coalesce(
      (select p.places from animal_places p where p.company_id = company and p.animal_id = animal and p.since <= at
        order by p.since desc, p.id desc limit 1),
      (select p.places from animal_places p where p.company_id = company and p.animal_id = animal
        order by p.since, p.id limit 1),
      array['', ''])
  end
$$;
--> statement-breakpoint
-- A dead or departed animal stays in the reach of its last place; each change of place is noted.
CREATE FUNCTION keep_last_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  if new.life_status = 'alive' or new.location_id is not null or new.animal_group_id is not null then
    new.left_location_id := null;
    new.left_group_id := null;
  elsif old.location_id is not null or old.animal_group_id is not null then
    new.left_location_id := old.location_id;
    new.left_group_id := old.animal_group_id;
  end if;
  return new;
end
$$;
--> statement-breakpoint
CREATE FUNCTION places_of_animal(animal animals)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $$
  select array[coalesce('location:' || coalesce(animal.location_id, animal.left_location_id), ''),
    coalesce('group:' || coalesce(animal.animal_group_id, animal.left_group_id), '')]
$$;
--> statement-breakpoint
-- Open work follows the animal or group that it is about; what is done stays with the place where it was.
CREATE FUNCTION move_open_tasks(company integer, animal integer, animal_group integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
begin
  update tasks t set places = stamped_places_of_task(t.company_id, t.id)
  from task_subjects s
  where s.company_id = company and (s.animal_id = animal or s.animal_group_id = animal_group)
    and t.company_id = company and t.id = s.task_id and t.archived_at is null
    and (t.next_at is not null or exists (select from sent_tasks o where o.company_id = company and o.task_id = t.id
      and o.completed_at is null and o.skipped_at is null and o.missed_at is null));
  update sent_tasks o set places = t.places
  from task_subjects s join tasks t on t.company_id = s.company_id and t.id = s.task_id
  where s.company_id = company and (s.animal_id = animal or s.animal_group_id = animal_group)
    and o.company_id = company and o.task_id = s.task_id
    and num_nonnulls(o.animal_id, o.animal_group_id, o.location_id, o.vehicle_id) = 0
    and o.completed_at is null and o.skipped_at is null and o.missed_at is null;
  update sent_tasks o set places = array[
    subject_places(o.company_id, o.animal_id, o.animal_group_id, o.location_id, o.vehicle_id, 'infinity')]
  where o.company_id = company and (o.animal_id = animal or o.animal_group_id = animal_group)
    and o.completed_at is null and o.skipped_at is null and o.missed_at is null;
end
$$;
--> statement-breakpoint
CREATE FUNCTION stamped_places_of_task(company integer, task integer)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
  select array_agg(subject_places(s.company_id, s.animal_id, s.animal_group_id, s.location_id, s.vehicle_id, 'infinity')
    order by s.id) from task_subjects s where s.company_id = company and s.task_id = task
$$;
--> statement-breakpoint
CREATE FUNCTION note_animal_places()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $$
begin
  if tg_op = 'UPDATE' and places_of_animal(new) = places_of_animal(old) then return null; end if;
  insert into animal_places (company_id, animal_id, since, places)
    values (new.company_id, new.id, clock_timestamp(), places_of_animal(new));
  if tg_op = 'UPDATE' then perform move_open_tasks(new.company_id, new.id, null); end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE FUNCTION note_group_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $$
begin
  if new.location_id is distinct from old.location_id then
    perform move_open_tasks(new.company_id, null, new.id);
  end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE FUNCTION stamp_submissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
begin
  update submissions s set places = (
    select array_agg(subject_places(a.company_id, a.animal_id, a.animal_group_id, a.location_id, a.vehicle_id,
      s.started_at) order by a.id) from submission_subjects a where a.company_id = s.company_id and a.submission_id = s.id)
  from (select distinct company_id, submission_id from written) w
  where s.company_id = w.company_id and s.id = w.submission_id;
  return null;
end
$$;
--> statement-breakpoint
CREATE FUNCTION stamp_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
begin
  update tasks t set places = stamped_places_of_task(t.company_id, t.id)
  from (select distinct company_id, task_id from written) w where t.company_id = w.company_id and t.id = w.task_id;
  update sent_tasks o set places = t.places
  from (select distinct company_id, task_id from written) w
    join tasks t on t.company_id = w.company_id and t.id = w.task_id
  where o.company_id = w.company_id and o.task_id = w.task_id
    and num_nonnulls(o.animal_id, o.animal_group_id, o.location_id, o.vehicle_id) = 0
    and o.completed_at is null and o.skipped_at is null and o.missed_at is null;
  return null;
end
$$;
--> statement-breakpoint
CREATE FUNCTION stamp_sent_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $$
begin
  new.places := case
    when num_nonnulls(new.animal_id, new.animal_group_id, new.location_id, new.vehicle_id) = 0
      then stamped_places_of_task(new.company_id, new.task_id)
    else array[
      subject_places(new.company_id, new.animal_id, new.animal_group_id, new.location_id, new.vehicle_id, 'infinity')]
  end;
  return new;
end
$$;
--> statement-breakpoint
-- A finding begins with the places of its submission, until its own subjects are named.
CREATE FUNCTION stamp_finding()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $$
begin
  new.places := (select s.places from submissions s where s.company_id = new.company_id and s.id = new.submission_id);
  return new;
end
$$;
--> statement-breakpoint
CREATE FUNCTION stamp_findings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
begin
  update findings f set places = (
    select array_agg(subject_places(a.company_id, a.animal_id, a.animal_group_id, a.location_id, a.vehicle_id,
      s.started_at) order by a.id) from finding_subjects a where a.company_id = f.company_id and a.finding_id = f.id)
  from (select distinct company_id, finding_id from written) w, submissions s
  where f.company_id = w.company_id and f.id = w.finding_id
    and s.company_id = f.company_id and s.id = f.submission_id;
  return null;
end
$$;
--> statement-breakpoint
-- The policy of a table, as a condition of a search on the connection of a member who works in a part of the company:
-- searches give so many rows and no more, among which those outside of the reach must take no place.
CREATE FUNCTION reach_condition(of_table text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select case when coalesce(current_setting('app.reach_places', true), '') = '' then '' else coalesce(
    (select ' and (' || pg_get_expr(polqual, polrelid) || ')' from pg_policy
      where polname = 'reach' and polrelid = to_regclass(of_table)), '') end
$$;
--> statement-breakpoint
DO $$
declare
  one record;
  part record;
  changed text;
begin
  for one in
    select proname as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and oid = any(array['search_best(text[],text,integer)'::regprocedure,
      'search_ids(text,text,integer)'::regprocedure, 'find_animals(integer,text,boolean,integer)'::regprocedure])
  loop
    changed := one.definition;
    for part in select * from (values
      ('search_best', $part$' and company_id = $1) t where '$part$,
        $part$' and company_id = $1' || reach_condition(one || 's') || ') t where '$part$),
      ('search_ids', $part$t.company_id = $2 limit $3'$part$,
        $part$t.company_id = $2' || reach_condition('submissions') || ' limit $3'$part$),
      ('search_ids', $part$' and t.company_id = $2'$part$,
        $part$' and t.company_id = $2' || reach_condition(record_type || 's')$part$),
      ('find_animals', $part$' and company_id = $1' ||$part$, $part$' and company_id = $1' || reach_condition('animals') ||$part$),
      ('find_animals', $part$archived_at from animals$part$,
        $part$archived_at, location_id, animal_group_id, left_location_id, left_group_id from animals$part$),
      ('find_animals', $part$archived_at, bare_$part$,
        $part$archived_at, location_id, animal_group_id, left_location_id, left_group_id, bare_$part$)
      ) as parts (function, before, after) where function = one.name
    loop
      if strpos(changed, part.before) = 0 then
        raise exception 'The function % is not what it was when its reach was written: %', one.name, part.before;
      end if;
      changed := replace(changed, part.before, part.after);
    end loop;
    execute changed;
  end loop;
end
$$;
--> statement-breakpoint
-- What is there already: animals as they are now, dead ones where they were last, records by where their subjects are.
UPDATE animals a SET
  left_location_id = (select e.location_id from animal_events e where e.company_id = a.company_id and e.animal_id = a.id
    and e.type in ('move', 'arrival') and e.location_id is not null and e.state = 'done' and e.archived_at is null
    order by e.day desc, e.id desc limit 1),
  left_group_id = (select e.joined_group_id from animal_events e where e.company_id = a.company_id
    and e.animal_id = a.id and e.type = 'join_group' and e.state = 'done' and e.archived_at is null
    order by e.day desc, e.id desc limit 1)
WHERE a.life_status <> 'alive' and a.location_id is null and a.animal_group_id is null;
--> statement-breakpoint
INSERT INTO animal_places (company_id, animal_id, since, places)
SELECT company_id, id, created_at, places_of_animal(animals) FROM animals;
--> statement-breakpoint
UPDATE submissions s SET places = a.places FROM (
  select submission_id, array_agg(subject_places(company_id, animal_id, animal_group_id, location_id, vehicle_id,
    'infinity') order by id) as places from submission_subjects group by submission_id) a WHERE a.submission_id = s.id;
--> statement-breakpoint
UPDATE tasks t SET places = a.places FROM (
  select task_id, array_agg(subject_places(company_id, animal_id, animal_group_id, location_id, vehicle_id,
    'infinity') order by id) as places from task_subjects group by task_id) a WHERE a.task_id = t.id;
--> statement-breakpoint
UPDATE sent_tasks o SET places = case
  when num_nonnulls(o.animal_id, o.animal_group_id, o.location_id, o.vehicle_id) = 0 then t.places
  else array[subject_places(o.company_id, o.animal_id, o.animal_group_id, o.location_id, o.vehicle_id, 'infinity')] end
FROM tasks t WHERE t.id = o.task_id;
--> statement-breakpoint
UPDATE findings f SET places = a.places FROM (
  select finding_id, array_agg(subject_places(company_id, animal_id, animal_group_id, location_id, vehicle_id,
    'infinity') order by id) as places from finding_subjects group by finding_id) a WHERE a.finding_id = f.id;
--> statement-breakpoint
CREATE TRIGGER animals_last_place BEFORE UPDATE OF location_id, animal_group_id, life_status ON animals FOR EACH ROW EXECUTE FUNCTION keep_last_place();
--> statement-breakpoint
CREATE TRIGGER animals_places AFTER INSERT OR UPDATE OF location_id, animal_group_id, life_status ON animals FOR EACH ROW EXECUTE FUNCTION note_animal_places();
--> statement-breakpoint
CREATE TRIGGER animal_groups_place AFTER UPDATE OF location_id ON animal_groups FOR EACH ROW EXECUTE FUNCTION note_group_place();
--> statement-breakpoint
CREATE TRIGGER submission_subjects_in AFTER INSERT ON submission_subjects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_submissions();
--> statement-breakpoint
CREATE TRIGGER submission_subjects_out AFTER DELETE ON submission_subjects REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_submissions();
--> statement-breakpoint
CREATE TRIGGER task_subjects_in AFTER INSERT ON task_subjects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_tasks();
--> statement-breakpoint
CREATE TRIGGER task_subjects_out AFTER DELETE ON task_subjects REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_tasks();
--> statement-breakpoint
CREATE TRIGGER sent_tasks_places BEFORE INSERT ON sent_tasks FOR EACH ROW EXECUTE FUNCTION stamp_sent_task();
--> statement-breakpoint
CREATE TRIGGER findings_places BEFORE INSERT ON findings FOR EACH ROW EXECUTE FUNCTION stamp_finding();
--> statement-breakpoint
CREATE TRIGGER finding_subjects_in AFTER INSERT ON finding_subjects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_findings();
--> statement-breakpoint
CREATE TRIGGER finding_subjects_out AFTER DELETE ON finding_subjects REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_findings();
--> statement-breakpoint
-- Which rows of a table each of these members sees whose reach is part of the company: the policies themselves are
-- asked, in the role of each, and the connection is given back as it was.
CREATE FUNCTION seen_by(rows_of text, ids integer[], company integer, people integer[])
 RETURNS TABLE(person integer, id integer)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog'
AS $$
declare
  names text[] := array['app.company_id', 'app.user_id', 'app.reach_locations', 'app.reach_groups', 'app.reach_vehicles', 'app.reach_places'];
  former text[];
  former_role text := current_setting('role');
  narrowed text := regexp_replace(session_user, '_(app|system)$', '') || '_narrowed';
  members jsonb;
  one record;
  at int;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', m.user_id, 'groups', m.reach_groups, 'vehicles', m.reach_vehicles,
      'locations', locations_below(m.company_id, m.reach_locations))), '[]') into members
    from memberships m where m.company_id = company and m.user_id = any(people) and m.reach_locations is not null;
  if members = '[]' then return; end if;
  for at in 1..6 loop former[at] := coalesce(current_setting(names[at], true), ''); end loop;
  for one in select * from jsonb_to_recordset(members) as m(id int, locations int[], groups int[], vehicles int[]) loop
    perform set_config('role', narrowed, true), set_config(names[1], company::text, true),
      set_config(names[2], one.id::text, true), set_config(names[3], one.locations::text, true),
      set_config(names[4], one.groups::text, true), set_config(names[5], one.vehicles::text, true),
      set_config(names[6], (array(select 'location:' || l from unnest(one.locations) l)
        || array(select 'group:' || g from unnest(one.groups) g)
        || array(select 'vehicle:' || v from unnest(one.vehicles) v))::text, true);
    return query execute format('select $1, t.id from %I t where t.id = any($2)', rows_of) using one.id, ids;
  end loop;
  perform set_config('role', former_role, true);
  for at in 1..6 loop perform set_config(names[at], former[at], true); end loop;
end
$$;
--> statement-breakpoint
-- The subjects of records that a member sees, though they stand outside of their reach by now: what the record itself
-- shows of them. Asked by server/subjects/queries.ts alone.
CREATE FUNCTION subjects_beside(animal_ids integer[], group_ids integer[], location_ids integer[], vehicle_ids integer[])
 RETURNS TABLE(register text, id integer, name text, status text, status_since timestamp with time zone, withheld_until date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
  select 'animal', a.id, a.name::text, a.status, a.status_since, a.withheld_until from animals a
    where a.company_id = nullif(current_setting('app.company_id', true), '')::int and a.id = any(animal_ids)
  union all select 'animal_group', g.id, g.name::text, g.status, g.status_since, g.withheld_until from animal_groups g
    where g.company_id = nullif(current_setting('app.company_id', true), '')::int and g.id = any(group_ids)
  union all select 'location', l.id, l.name::text, l.status, l.status_since, null from locations l
    where l.company_id = nullif(current_setting('app.company_id', true), '')::int and l.id = any(location_ids)
  union all select 'vehicle', v.id, v.name::text, v.status, v.status_since, null from vehicles v
    where v.company_id = nullif(current_setting('app.company_id', true), '')::int and v.id = any(vehicle_ids)
$$;
--> statement-breakpoint
-- Which animals were in the reach of the connection at a moment: work that began then is taken though they have moved.
CREATE FUNCTION animals_in_reach_at(ids integer[], at timestamp with time zone)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
  select a.id from animals a
  where a.company_id = nullif(current_setting('app.company_id', true), '')::int and a.id = any(ids)
    and subject_places(a.company_id, a.id, null, null, null, at)
      && nullif(current_setting('app.reach_places', true), '')::text[]
$$;
