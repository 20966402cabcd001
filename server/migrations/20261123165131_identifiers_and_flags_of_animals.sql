CREATE TABLE "animal_identifiers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animal_identifiers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer NOT NULL,
	"scheme" text NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "animal_merges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animal_merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer NOT NULL,
	"duplicate_id" integer NOT NULL,
	"moved" jsonb NOT NULL,
	"user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "animals_identifier_key";--> statement-breakpoint
ALTER TABLE "animals" drop column "search_text";--> statement-breakpoint
ALTER TABLE "animal_groups" ADD COLUMN "withheld_until" date;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "identifier_scheme" text DEFAULT 'ear_tag' NOT NULL;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "other_identifiers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(coalesce(name, '') || E'\n' || coalesce(identifier, '') || E'\n' || coalesce(jsonb_path_query_array(other_identifiers, '$[*].value')::text, ''))) STORED;--> statement-breakpoint
CREATE INDEX "animals_search_idx" ON "animals" USING gin ("company_id","search_text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "breed" text;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "mother_id" integer;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "father_id" integer;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "health_status" text;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "production_purpose" text;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "withheld_until" date;--> statement-breakpoint
ALTER TABLE "animal_identifiers" ADD CONSTRAINT "animal_identifiers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_identifiers" ADD CONSTRAINT "animal_identifiers_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_merges" ADD CONSTRAINT "animal_merges_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_merges" ADD CONSTRAINT "animal_merges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_merges" ADD CONSTRAINT "animal_merges_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_merges" ADD CONSTRAINT "animal_merges_duplicate_id_fk" FOREIGN KEY ("company_id","duplicate_id") REFERENCES "public"."animals"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "animal_identifiers_identifier_key" ON "animal_identifiers" USING btree ("company_id","scheme",lower("value"));--> statement-breakpoint
CREATE INDEX "animal_identifiers_animal_idx" ON "animal_identifiers" USING btree ("company_id","animal_id");--> statement-breakpoint
CREATE INDEX "animal_merges_animal_idx" ON "animal_merges" USING btree ("company_id","animal_id");--> statement-breakpoint
CREATE INDEX "animal_merges_duplicate_idx" ON "animal_merges" USING btree ("company_id","duplicate_id");--> statement-breakpoint
CREATE INDEX "animal_merges_user_id_idx" ON "animal_merges" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_mother_id_fk" FOREIGN KEY ("company_id","mother_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_father_id_fk" FOREIGN KEY ("company_id","father_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "animals_health_status_idx" ON "animals" USING btree ("company_id","health_status");--> statement-breakpoint
CREATE INDEX "animals_mother_idx" ON "animals" USING btree ("company_id","mother_id");--> statement-breakpoint
CREATE INDEX "animals_father_idx" ON "animals" USING btree ("company_id","father_id");
--> statement-breakpoint
-- Whatever writes an animal, each of its marks is one animal's alone in a company and scheme.
create function keep_animal_identifiers() returns trigger language plpgsql as $$
begin
  delete from animal_identifiers where company_id = new.company_id and animal_id = new.id;
  if new.archived_at is null then
    insert into animal_identifiers (company_id, animal_id, scheme, value)
    select new.company_id, new.id, marks.scheme, marks.value from (
      select new.identifier_scheme as scheme, new.identifier as value where new.identifier is not null
      union all
      select one->>'scheme', one->>'value' from jsonb_array_elements(new.other_identifiers) one) marks;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger animals_identifiers after insert or update of identifier, identifier_scheme, other_identifiers, archived_at
on animals for each row execute function keep_animal_identifiers();
--> statement-breakpoint
insert into animal_identifiers (company_id, animal_id, scheme, value)
select company_id, id, 'ear_tag', identifier from animals where identifier is not null and archived_at is null;
--> statement-breakpoint
update animal_groups g set withheld_until = (
  select max(until) from withholds w where w.company_id = g.company_id and w.animal_group_id = g.id and w.ended_on is null);
--> statement-breakpoint
update animals a set withheld_until = (
  select max(until) from withholds w where w.company_id = a.company_id and w.ended_on is null
    and (w.animal_id = a.id or w.animal_group_id = a.animal_group_id));
