CREATE TABLE "vehicles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vehicles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text collate "natural_order" NOT NULL,
	"type" text NOT NULL,
	"plate" text collate "natural_order",
	"floor_area" double precision,
	"notes" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "vehicles_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "vehicles_floor_area" CHECK ("vehicles"."floor_area" > 0)
);
--> statement-breakpoint
ALTER TABLE "submission_subjects" DROP CONSTRAINT "submission_subjects_subject_key";--> statement-breakpoint
ALTER TABLE "task_subjects" DROP CONSTRAINT "task_subjects_subject_key";--> statement-breakpoint
ALTER TABLE "submission_subjects" DROP CONSTRAINT "submission_subjects_one";--> statement-breakpoint
ALTER TABLE "task_subjects" DROP CONSTRAINT "task_subjects_one";--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD COLUMN "vehicle_id" integer;--> statement-breakpoint
ALTER TABLE "task_subjects" ADD COLUMN "vehicle_id" integer;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vehicles_company_id_name_idx" ON "vehicles" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "vehicles_company_id_created_at_idx" ON "vehicles" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "vehicles_company_id_updated_at_idx" ON "vehicles" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "vehicles_archived_at_idx" ON "vehicles" USING btree ("archived_at") WHERE "vehicles"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "vehicles_type_idx" ON "vehicles" USING btree ("company_id","type");--> statement-breakpoint
CREATE UNIQUE INDEX "vehicles_plate_key" ON "vehicles" USING btree ("company_id",translate(lower("plate"), ' -', '')) WHERE archived_at is null;--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_subjects_vehicle_idx" ON "submission_subjects" USING btree ("company_id","vehicle_id");--> statement-breakpoint
CREATE INDEX "task_subjects_vehicle_idx" ON "task_subjects" USING btree ("company_id","vehicle_id");--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_subject_key" UNIQUE NULLS NOT DISTINCT("company_id","submission_id","animal_id","animal_group_id","location_id","vehicle_id");--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_subject_key" UNIQUE NULLS NOT DISTINCT("company_id","task_id","animal_id","animal_group_id","location_id","vehicle_id");--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_one" CHECK (num_nonnulls("submission_subjects"."animal_id", "submission_subjects"."animal_group_id", "submission_subjects"."location_id", "submission_subjects"."vehicle_id") = 1);--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_one" CHECK (num_nonnulls("task_subjects"."animal_id", "task_subjects"."animal_group_id", "task_subjects"."location_id", "task_subjects"."vehicle_id") = 1);