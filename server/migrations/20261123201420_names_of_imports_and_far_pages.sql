DROP INDEX "animal_groups_company_id_name_idx";--> statement-breakpoint
DROP INDEX "animal_groups_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "animal_groups_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "animals_company_id_name_idx";--> statement-breakpoint
DROP INDEX "animals_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "animals_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "forms_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "forms_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "guides_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "guides_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "locations_company_id_name_idx";--> statement-breakpoint
DROP INDEX "locations_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "locations_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "reports_company_id_name_idx";--> statement-breakpoint
DROP INDEX "reports_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "reports_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "tasks_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "tasks_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "vehicles_company_id_name_idx";--> statement-breakpoint
DROP INDEX "vehicles_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "vehicles_company_id_updated_at_idx";--> statement-breakpoint
CREATE INDEX "animal_groups_name_mark_idx" ON "animal_groups" USING btree ("company_id",(lower(trim("name")) collate "C")) WHERE "animal_groups"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "animals_name_mark_idx" ON "animals" USING btree ("company_id",(lower(trim("name")) collate "C")) WHERE "animals"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "animals_identifier_mark_idx" ON "animals" USING btree ("company_id",(lower(trim("identifier")) collate "C")) WHERE "animals"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "locations_name_mark_idx" ON "locations" USING btree ("company_id",(lower(trim("name")) collate "C")) WHERE "locations"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "register_import_lines_open_idx" ON "register_import_lines" USING btree ("company_id","import_id","number") WHERE "register_import_lines"."outcome" is null;--> statement-breakpoint
CREATE INDEX "vehicles_name_mark_idx" ON "vehicles" USING btree ("company_id",(lower(trim("name")) collate "C")) WHERE "vehicles"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "vehicles_plate_mark_idx" ON "vehicles" USING btree ("company_id",(lower(trim("plate")) collate "C")) WHERE "vehicles"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_name_idx" ON "animal_groups" USING btree ("company_id","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_created_at_idx" ON "animal_groups" USING btree ("company_id","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_updated_at_idx" ON "animal_groups" USING btree ("company_id","updated_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "animals_company_id_name_idx" ON "animals" USING btree ("company_id","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "animals_company_id_created_at_idx" ON "animals" USING btree ("company_id","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "animals_company_id_updated_at_idx" ON "animals" USING btree ("company_id","updated_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "forms_company_id_created_at_idx" ON "forms" USING btree ("company_id","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "forms_company_id_updated_at_idx" ON "forms" USING btree ("company_id","updated_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "guides_company_id_created_at_idx" ON "guides" USING btree ("company_id","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "guides_company_id_updated_at_idx" ON "guides" USING btree ("company_id","updated_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "locations_company_id_name_idx" ON "locations" USING btree ("company_id","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "locations_company_id_created_at_idx" ON "locations" USING btree ("company_id","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "locations_company_id_updated_at_idx" ON "locations" USING btree ("company_id","updated_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "reports_company_id_name_idx" ON "reports" USING btree ("company_id","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "reports_company_id_created_at_idx" ON "reports" USING btree ("company_id","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "reports_company_id_updated_at_idx" ON "reports" USING btree ("company_id","updated_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "tasks_company_id_created_at_idx" ON "tasks" USING btree ("company_id","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "tasks_company_id_updated_at_idx" ON "tasks" USING btree ("company_id","updated_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "vehicles_company_id_name_idx" ON "vehicles" USING btree ("company_id","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "vehicles_company_id_created_at_idx" ON "vehicles" USING btree ("company_id","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "vehicles_company_id_updated_at_idx" ON "vehicles" USING btree ("company_id","updated_at","id","archived_at");
--> statement-breakpoint
-- What imports name: some living rows for each name or mark, through the door of searching (`searchIds.ts`).
CREATE FUNCTION search_marks(noun text, key text, marks text[]) RETURNS TABLE (mark text, id int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog SET enable_seqscan = off AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  found text := case noun || '.' || key
    when 'animal.name' then 'animals t where lower(trim(t.name)) collate "C" = m'
    when 'animal.identifier' then 'animals t where lower(trim(t.identifier)) collate "C" = m'
    when 'animal_group.name' then 'animal_groups t where lower(trim(t.name)) collate "C" = m'
    when 'location.name' then 'locations t where lower(trim(t.name)) collate "C" = m'
    when 'vehicle.name' then 'vehicles t where lower(trim(t.name)) collate "C" = m'
    when 'vehicle.plate' then 'vehicles t where lower(trim(t.plate)) collate "C" = m'
    when 'vehicle.plain_plate' then 'vehicles t where translate(lower(t.plate), '' -'', '''') = m'
  end;
begin
  if found is null then raise exception 'Nothing is searched under the name %.%.', noun, key; end if;
  return query execute 'select m, f.id from unnest($1) m cross join lateral (select t.id from ' || found
    || ' and t.company_id = $2 and t.archived_at is null order by t.id limit 20) f' using marks, company;
end
$$;
