CREATE TABLE "erased_submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erased_submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_submissions_uuid_key" UNIQUE("company_id","uuid")
);
--> statement-breakpoint
ALTER TABLE "erased_submissions" ADD CONSTRAINT "erased_submissions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_created_at_idx" ON "animal_groups" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_updated_at_idx" ON "animal_groups" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "animal_groups_archived_at_idx" ON "animal_groups" USING btree ("archived_at") WHERE "animal_groups"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "animals_company_id_created_at_idx" ON "animals" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "animals_company_id_updated_at_idx" ON "animals" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "animals_archived_at_idx" ON "animals" USING btree ("archived_at") WHERE "animals"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "animals_species_idx" ON "animals" USING btree ("company_id","species");--> statement-breakpoint
CREATE INDEX "forms_company_id_created_at_idx" ON "forms" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "forms_company_id_updated_at_idx" ON "forms" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "forms_archived_at_idx" ON "forms" USING btree ("archived_at") WHERE "forms"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "forms_company_id_category_idx" ON "forms" USING btree ("company_id","category");--> statement-breakpoint
CREATE INDEX "locations_company_id_created_at_idx" ON "locations" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "locations_company_id_updated_at_idx" ON "locations" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "locations_archived_at_idx" ON "locations" USING btree ("archived_at") WHERE "locations"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "locations_type_idx" ON "locations" USING btree ("company_id","type");--> statement-breakpoint
CREATE INDEX "submissions_form_version_idx" ON "submissions" USING btree ("company_id","form_version_id");--> statement-breakpoint
CREATE INDEX "submissions_status_idx" ON "submissions" USING btree ("company_id","status","updated_at");--> statement-breakpoint
CREATE INDEX "submissions_archived_at_idx" ON "submissions" USING btree ("archived_at") WHERE "submissions"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "task_subjects_animal_idx" ON "task_subjects" USING btree ("company_id","animal_id");--> statement-breakpoint
CREATE INDEX "task_subjects_animal_group_idx" ON "task_subjects" USING btree ("company_id","animal_group_id");--> statement-breakpoint
CREATE INDEX "task_subjects_location_idx" ON "task_subjects" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE INDEX "tasks_archived_at_idx" ON "tasks" USING btree ("archived_at") WHERE "tasks"."archived_at" is not null;