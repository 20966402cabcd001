CREATE TABLE "submission_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"submission_id" integer NOT NULL,
	"number" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"score_percent" real,
	"band" text,
	"critical_failed" integer NOT NULL,
	"user_id" integer,
	"made_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	CONSTRAINT "submission_versions_number_key" UNIQUE("company_id","submission_id","number"),
	CONSTRAINT "submission_versions_reason" CHECK (("submission_versions"."number" = 1) = ("submission_versions"."reason" is null))
);
--> statement-breakpoint
ALTER TABLE "subject_statuses" DROP CONSTRAINT "subject_statuses_animal_key";--> statement-breakpoint
ALTER TABLE "subject_statuses" DROP CONSTRAINT "subject_statuses_animal_group_key";--> statement-breakpoint
ALTER TABLE "subject_statuses" DROP CONSTRAINT "subject_statuses_location_key";--> statement-breakpoint
ALTER TABLE "subject_statuses" DROP CONSTRAINT "subject_statuses_vehicle_key";--> statement-breakpoint
ALTER TABLE "submission_versions" ADD CONSTRAINT "submission_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_versions" ADD CONSTRAINT "submission_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_versions" ADD CONSTRAINT "submission_versions_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_versions_user_id_idx" ON "submission_versions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_animal_key" ON "subject_statuses" USING btree ("company_id","submission_id","animal_id") WHERE "subject_statuses"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_animal_group_key" ON "subject_statuses" USING btree ("company_id","submission_id","animal_group_id") WHERE "subject_statuses"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_location_key" ON "subject_statuses" USING btree ("company_id","submission_id","location_id") WHERE "subject_statuses"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_vehicle_key" ON "subject_statuses" USING btree ("company_id","submission_id","vehicle_id") WHERE "subject_statuses"."withdrawn_at" is null;
