-- Lists end in the id, so that each index gives its list's order whole; what is searched in is kept folded, with an index of three letters at
-- a time in which each company's rows stand apart (server/lib/db/searchIds.ts).
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
-- What LIKE is asked for text that holds these words: folded as what is searched in is, and taken literally.
CREATE FUNCTION search_pattern(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select '%' || replace(replace(replace(fold(words), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
--> statement-breakpoint
DROP INDEX "animal_groups_company_id_name_idx";--> statement-breakpoint
DROP INDEX "animal_groups_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "animal_groups_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "animal_groups_status_idx";--> statement-breakpoint
DROP INDEX "animals_company_id_name_idx";--> statement-breakpoint
DROP INDEX "animals_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "animals_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "animals_status_idx";--> statement-breakpoint
DROP INDEX "forms_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "forms_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "guides_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "guides_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "locations_company_id_name_idx";--> statement-breakpoint
DROP INDEX "locations_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "locations_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "locations_status_idx";--> statement-breakpoint
DROP INDEX "reports_company_id_name_idx";--> statement-breakpoint
DROP INDEX "reports_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "reports_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "sent_tasks_user_due_idx";--> statement-breakpoint
DROP INDEX "sent_tasks_user_completed_idx";--> statement-breakpoint
DROP INDEX "sent_tasks_company_due_idx";--> statement-breakpoint
DROP INDEX "sent_tasks_company_completed_idx";--> statement-breakpoint
DROP INDEX "submissions_completed_at_idx";--> statement-breakpoint
DROP INDEX "submissions_score_idx";--> statement-breakpoint
DROP INDEX "submissions_updated_at_idx";--> statement-breakpoint
DROP INDEX "submissions_form_idx";--> statement-breakpoint
DROP INDEX "tasks_company_id_title_idx";--> statement-breakpoint
DROP INDEX "tasks_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "tasks_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "vehicles_company_id_name_idx";--> statement-breakpoint
DROP INDEX "vehicles_company_id_created_at_idx";--> statement-breakpoint
DROP INDEX "vehicles_company_id_updated_at_idx";--> statement-breakpoint
DROP INDEX "vehicles_status_idx";--> statement-breakpoint
ALTER TABLE "animal_groups" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(coalesce(name, '') || E'\n' || coalesce(identifier, ''))) STORED;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(coalesce(title, '') || E'\n' || coalesce(titles::text, '') || E'\n' || coalesce(description, ''))) STORED;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(coalesce(name, '') || E'\n' || coalesce(plate, ''))) STORED;--> statement-breakpoint
CREATE INDEX "animal_groups_search_idx" ON "animal_groups" USING gin ("company_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "animals_search_idx" ON "animals" USING gin ("company_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "locations_search_idx" ON "locations" USING gin ("company_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sent_tasks_open_idx" ON "sent_tasks" USING btree ("company_id","due_at","id") WHERE ("sent_tasks"."completed_at" is null and "sent_tasks"."skipped_at" is null and "sent_tasks"."missed_at" is null);--> statement-breakpoint
CREATE INDEX "sent_tasks_user_open_idx" ON "sent_tasks" USING btree ("company_id","user_id","due_at","id") WHERE ("sent_tasks"."completed_at" is null and "sent_tasks"."skipped_at" is null and "sent_tasks"."missed_at" is null);--> statement-breakpoint
CREATE INDEX "sent_tasks_skipped_idx" ON "sent_tasks" USING btree ("company_id","due_at","id") WHERE "sent_tasks"."skipped_at" is not null;--> statement-breakpoint
CREATE INDEX "sent_tasks_missed_idx" ON "sent_tasks" USING btree ("company_id","due_at","id") WHERE "sent_tasks"."missed_at" is not null;--> statement-breakpoint
CREATE INDEX "submissions_user_completed_idx" ON "submissions" USING btree ("company_id","user_id","completed_at","id");--> statement-breakpoint
CREATE INDEX "tasks_search_idx" ON "tasks" USING gin ("company_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "vehicles_search_idx" ON "vehicles" USING gin ("company_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_name_idx" ON "animal_groups" USING btree ("company_id","name","id");--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_created_at_idx" ON "animal_groups" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_updated_at_idx" ON "animal_groups" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "animal_groups_status_idx" ON "animal_groups" USING btree ("company_id","status","id");--> statement-breakpoint
CREATE INDEX "animals_company_id_name_idx" ON "animals" USING btree ("company_id","name","id");--> statement-breakpoint
CREATE INDEX "animals_company_id_created_at_idx" ON "animals" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "animals_company_id_updated_at_idx" ON "animals" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "animals_status_idx" ON "animals" USING btree ("company_id","status","id");--> statement-breakpoint
CREATE INDEX "forms_company_id_created_at_idx" ON "forms" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "forms_company_id_updated_at_idx" ON "forms" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "guides_company_id_created_at_idx" ON "guides" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "guides_company_id_updated_at_idx" ON "guides" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "locations_company_id_name_idx" ON "locations" USING btree ("company_id","name","id");--> statement-breakpoint
CREATE INDEX "locations_company_id_created_at_idx" ON "locations" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "locations_company_id_updated_at_idx" ON "locations" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "locations_status_idx" ON "locations" USING btree ("company_id","status","id");--> statement-breakpoint
CREATE INDEX "reports_company_id_name_idx" ON "reports" USING btree ("company_id","name","id");--> statement-breakpoint
CREATE INDEX "reports_company_id_created_at_idx" ON "reports" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_company_id_updated_at_idx" ON "reports" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "sent_tasks_user_due_idx" ON "sent_tasks" USING btree ("company_id","user_id","due_at","id");--> statement-breakpoint
CREATE INDEX "sent_tasks_user_completed_idx" ON "sent_tasks" USING btree ("company_id","user_id","completed_at","id");--> statement-breakpoint
CREATE INDEX "sent_tasks_company_due_idx" ON "sent_tasks" USING btree ("company_id","due_at","id");--> statement-breakpoint
CREATE INDEX "sent_tasks_company_completed_idx" ON "sent_tasks" USING btree ("company_id","completed_at","id");--> statement-breakpoint
CREATE INDEX "submissions_completed_at_idx" ON "submissions" USING btree ("company_id","completed_at","id");--> statement-breakpoint
CREATE INDEX "submissions_score_idx" ON "submissions" USING btree ("company_id","score_percent","id");--> statement-breakpoint
CREATE INDEX "submissions_updated_at_idx" ON "submissions" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "submissions_form_idx" ON "submissions" USING btree ("company_id","form_id","completed_at","id");--> statement-breakpoint
CREATE INDEX "tasks_company_id_title_idx" ON "tasks" USING btree ("company_id","title","id");--> statement-breakpoint
CREATE INDEX "tasks_company_id_created_at_idx" ON "tasks" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_company_id_updated_at_idx" ON "tasks" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "vehicles_company_id_name_idx" ON "vehicles" USING btree ("company_id","name","id");--> statement-breakpoint
CREATE INDEX "vehicles_company_id_created_at_idx" ON "vehicles" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "vehicles_company_id_updated_at_idx" ON "vehicles" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "vehicles_status_idx" ON "vehicles" USING btree ("company_id","status","id");
--> statement-breakpoint
-- The door of searching in a company's rows: as the wall's owner, for whom PostgreSQL uses the indexes of LIKE, and in the company of the
-- connection alone. The platform's login, which stands outside the wall, has no company set, and searches in all of them. In order of
-- nothing; whoever asks for more than they can use learns that there are more.
CREATE FUNCTION search_ids(noun text, words text, most int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog SET enable_seqscan = off AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  found text := case noun
    when 'animal' then 'select id from animals t where search_text like $1'
    when 'animal_group' then 'select id from animal_groups t where search_text like $1'
    when 'location' then 'select id from locations t where search_text like $1'
    when 'vehicle' then 'select id from vehicles t where search_text like $1'
    when 'task' then 'select id from tasks t where search_text like $1'
    when 'form' then 'select id from forms t where fold((select string_agg(value, E''\n'') from jsonb_each_text(name))) like $1'
    when 'person' then 'select distinct user_id from memberships t join users u on u.id = t.user_id where fold(u.name) like $1'
  end;
begin
  if found is null then raise exception 'Nothing is searched under the name %.', noun; end if;
  if company is not null then found := found || ' and t.company_id = $2';
  elsif right(session_user, 7) <> '_system' then return; end if;
  return query execute found || ' limit $3' using search_pattern(words), company, most;
end
$$;
