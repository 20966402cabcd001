ALTER TABLE "companies" ADD COLUMN "histories_stay" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- Whether members of a part of the company still see what happened there with animals that have moved away.
CREATE FUNCTION histories_stay()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select coalesce((select c.histories_stay from companies c
    where c.id = nullif(current_setting('app.company_id', true), '')::int), false)
$$;
--> statement-breakpoint
-- Whether all that a record is about is in a reach now, or one of it for a task that is done for each apart. The
-- subjects are read as the owner: their policies ask those of the record, which asks this.
CREATE FUNCTION still_within_reach(record_type text, company integer, record integer, per_subject boolean, reach text[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
 COST 1
AS $$
begin
  return (
    select coalesce(case when per_subject then bool_or(inside) else bool_and(inside) end, true) from (
      select subject_places(company, s.animal_id, s.animal_group_id, s.location_id, s.vehicle_id, 'infinity') && reach as inside
      from (
        select animal_id, animal_group_id, location_id, vehicle_id from submission_subjects
          where record_type = 'submission' and company_id = company and submission_id = record
        union all select animal_id, animal_group_id, location_id, vehicle_id from finding_subjects
          where record_type = 'finding' and company_id = company and finding_id = record
        union all select a.animal_id, a.animal_group_id, a.location_id, a.vehicle_id
          from findings f join submission_subjects a on a.company_id = f.company_id and a.submission_id = f.submission_id
          where record_type = 'finding' and f.company_id = company and f.id = record and not exists (
            select from finding_subjects o where o.company_id = company and o.finding_id = record)
        union all select animal_id, animal_group_id, location_id, vehicle_id from task_subjects
          where record_type = 'task' and company_id = company and task_id = record
        union all select animal_id, animal_group_id, location_id, vehicle_id from sent_tasks
          where record_type = 'sent_task' and company_id = company and id = record
            and num_nonnulls(animal_id, animal_group_id, location_id, vehicle_id) > 0
        union all select t.animal_id, t.animal_group_id, t.location_id, t.vehicle_id
          from sent_tasks o join task_subjects t on t.company_id = o.company_id and t.task_id = o.task_id
          where record_type = 'sent_task' and o.company_id = company and o.id = record
            and num_nonnulls(o.animal_id, o.animal_group_id, o.location_id, o.vehicle_id) = 0
      ) s
    ) subjects);
end
$$;
