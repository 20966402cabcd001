ALTER TABLE "animals" ADD COLUMN "kind" text DEFAULT 'individual' NOT NULL;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "location_id" integer;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "life_status" text DEFAULT 'alive' NOT NULL;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "head_count" integer;--> statement-breakpoint
ALTER TABLE "withholds" ADD COLUMN "since" date;--> statement-breakpoint
-- Since the treatment of which it comes, or since it was said.
update withholds w set since = least(w.until, coalesce(
  (select e.day from animal_events e where e.company_id = w.company_id and e.id = w.animal_event_id),
  (w.created_at at time zone 'UTC')::date));
--> statement-breakpoint
ALTER TABLE "withholds" ALTER COLUMN "since" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "withholds" ADD COLUMN "ended_on" date;--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "animals_location_idx" ON "animals" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE INDEX "animals_life_status_idx" ON "animals" USING btree ("company_id","life_status");
--> statement-breakpoint
-- Where a group stands follows from its history from now on: what is so today is its beginning.
insert into animal_events (company_id, animal_group_id, type, state, day, location_id, details)
select company_id, id, 'move', 'done', (created_at at time zone 'UTC')::date, location_id, '{"type": "move"}'
from animal_groups g where location_id is not null and not exists (
  select from animal_events e where e.company_id = g.company_id and e.animal_group_id = g.id and e.type = 'move');
--> statement-breakpoint
-- Whoever departed or died is in no group any more.
update animals a set animal_group_id = null, life_status = case last.type when 'death' then 'dead' else 'off_farm' end
from (select distinct on (company_id, animal_id) company_id, animal_id, type from animal_events
  where type in ('arrival', 'departure', 'death') and state = 'done' and archived_at is null and animal_id is not null
  order by company_id, animal_id, day desc, id desc) last
where last.company_id = a.company_id and last.animal_id = a.id and last.type <> 'arrival';
--> statement-breakpoint
-- Where the others stand: with their group, unless they were moved alone since.
update animals a set location_id = (
  select c.location_id from (
    (select location_id, day, id from animal_events
      where company_id = a.company_id and animal_id = a.id and type = 'move' and state = 'done' and archived_at is null
      order by day desc, id desc limit 1)
    union all
    (select g.location_id, greatest(j.day, m.day), greatest(j.id, m.id) from animal_groups g
      join animal_events j on j.company_id = g.company_id and j.animal_id = a.id and j.joined_group_id = g.id
        and j.state = 'done' and j.archived_at is null
      join animal_events m on m.company_id = g.company_id and m.animal_group_id = g.id and m.type = 'move'
        and m.state = 'done' and m.archived_at is null
      where g.company_id = a.company_id and g.id = a.animal_group_id
      order by 2 desc, 3 desc limit 1)) c
  order by day desc, id desc limit 1)
where life_status = 'alive';
