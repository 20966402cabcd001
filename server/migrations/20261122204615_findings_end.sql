CREATE TABLE "finding_subjects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "finding_subjects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"finding_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"location_id" integer,
	"vehicle_id" integer,
	CONSTRAINT "finding_subjects_subject_key" UNIQUE NULLS NOT DISTINCT("company_id","finding_id","animal_id","animal_group_id","location_id","vehicle_id"),
	CONSTRAINT "finding_subjects_one" CHECK (num_nonnulls("finding_subjects"."animal_id", "finding_subjects"."animal_group_id", "finding_subjects"."location_id", "finding_subjects"."vehicle_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "findings" ALTER COLUMN "task_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "form_id" integer;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "severity" text;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "question" jsonb;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "found_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "closed_how" text;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "closed_by" integer;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "reason" text;--> statement-breakpoint
-- What opened a task before is a finding from when its submission was completed, and ended with that task.
UPDATE "findings" f SET
  "form_id" = s."form_id",
  "found_at" = coalesce(s."completed_at", s."updated_at"),
  "user_id" = s."user_id",
  "note" = s."answers" -> f."question_id" ->> 'note',
  "severity" = CASE WHEN s."score" -> 'failed' @> jsonb_build_array(jsonb_build_object('question_id', split_part(f."question_id", '@', 1), 'critical', true))
    THEN 'critical' ELSE 'attention' END,
  "question" = jsonb_path_query_first(v."definition", 'strict $.** ? (@.id == $id).label', jsonb_build_object('id', split_part(f."question_id", '@', 1)), true)
FROM "submissions" s JOIN "form_versions" v ON v."id" = s."form_version_id"
WHERE s."company_id" = f."company_id" AND s."id" = f."submission_id";
--> statement-breakpoint
UPDATE "findings" f SET "closed_at" = done."completed_at", "closed_how" = 'task', "closed_by" = done."completed_by"
FROM (
  SELECT DISTINCT ON ("company_id", "task_id") "company_id", "task_id", "completed_at", "completed_by"
  FROM "sent_tasks" WHERE "completed_at" IS NOT NULL ORDER BY "company_id", "task_id", "completed_at"
) AS done
WHERE done."company_id" = f."company_id" AND done."task_id" = f."task_id";
--> statement-breakpoint
ALTER TABLE "findings" ALTER COLUMN "form_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "findings" ALTER COLUMN "severity" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "findings" ALTER COLUMN "found_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_company_key" UNIQUE("company_id","id");--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_finding_id_fk" FOREIGN KEY ("company_id","finding_id") REFERENCES "public"."findings"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finding_subjects_animal_idx" ON "finding_subjects" USING btree ("company_id","animal_id");--> statement-breakpoint
CREATE INDEX "finding_subjects_animal_group_idx" ON "finding_subjects" USING btree ("company_id","animal_group_id");--> statement-breakpoint
CREATE INDEX "finding_subjects_location_idx" ON "finding_subjects" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE INDEX "finding_subjects_vehicle_idx" ON "finding_subjects" USING btree ("company_id","vehicle_id");--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "findings_open_idx" ON "findings" USING btree ("company_id","severity" DESC NULLS FIRST,"found_at","id") WHERE "findings"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "findings_closed_at_idx" ON "findings" USING btree ("company_id","closed_at");--> statement-breakpoint
CREATE INDEX "findings_form_idx" ON "findings" USING btree ("company_id","form_id","found_at");--> statement-breakpoint
CREATE INDEX "findings_user_id_idx" ON "findings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "findings_closed_by_idx" ON "findings" USING btree ("closed_by");--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_end" CHECK (("findings"."closed_at" is null) = ("findings"."closed_how" is null));--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_reason" CHECK (("findings"."closed_how" = 'settled') is not true or "findings"."reason" is not null);
--> statement-breakpoint
-- Critical answers of the last 14 days that opened no task stood at home until now, and stay open.
INSERT INTO "findings" ("company_id", "submission_id", "form_id", "question_id", "severity", "question", "note", "user_id", "found_at")
SELECT s."company_id", s."id", s."form_id", key, 'critical',
  jsonb_path_query_first(v."definition", 'strict $.** ? (@.id == $id).label', jsonb_build_object('id', failed ->> 'question_id'), true),
  s."answers" -> key ->> 'note', s."user_id", s."completed_at"
FROM "submissions" s
JOIN "form_versions" v ON v."id" = s."form_version_id"
CROSS JOIN LATERAL jsonb_array_elements(s."score" -> 'failed') AS failed
CROSS JOIN LATERAL (SELECT failed ->> 'question_id' || coalesce('@' || (failed ->> 'row_id'), '')) AS named(key)
WHERE s."status" = 'complete' AND s."archived_at" IS NULL AND s."critical_failed" > 0
  AND s."completed_at" > now() - interval '14 days' AND failed ->> 'critical' = 'true'
ON CONFLICT ("company_id", "submission_id", "question_id") DO NOTHING;
--> statement-breakpoint
INSERT INTO "finding_subjects" ("company_id", "finding_id", "animal_id", "animal_group_id", "location_id", "vehicle_id")
SELECT f."company_id", f."id", b."animal_id", b."animal_group_id", b."location_id", b."vehicle_id"
FROM "findings" f JOIN "submission_subjects" b ON b."company_id" = f."company_id" AND b."submission_id" = f."submission_id";
--> statement-breakpoint
-- Where the same was looked at again since and did not fail, it is well.
UPDATE "findings" f SET "closed_at" = later."completed_at", "closed_how" = 'recheck', "closed_by" = later."user_id"
FROM (
  SELECT DISTINCT ON (f2."id") f2."id", s."completed_at", s."user_id"
  FROM "findings" f2
  JOIN "finding_subjects" fs ON fs."company_id" = f2."company_id" AND fs."finding_id" = f2."id"
  JOIN "submission_subjects" b ON b."company_id" = f2."company_id"
    AND (b."animal_id" = fs."animal_id" OR b."animal_group_id" = fs."animal_group_id" OR b."location_id" = fs."location_id" OR b."vehicle_id" = fs."vehicle_id")
  JOIN "submissions" s ON s."company_id" = b."company_id" AND s."id" = b."submission_id"
  WHERE f2."closed_at" IS NULL AND s."form_id" = f2."form_id" AND s."status" = 'complete' AND s."archived_at" IS NULL
    AND s."completed_at" > f2."found_at" AND position('@' in f2."question_id") = 0 AND s."answers" ? f2."question_id"
    AND NOT s."score" -> 'failed' @> jsonb_build_array(jsonb_build_object('question_id', f2."question_id"))
  ORDER BY f2."id", s."completed_at"
) AS later
WHERE later."id" = f."id";
--> statement-breakpoint
-- Roles of a company that see what everybody fills in saw what it found, and still do.
UPDATE "roles" SET "rules" = "rules" || '[{"action": ["read"], "subject": "Finding"}]'::jsonb
WHERE EXISTS (
  SELECT FROM jsonb_array_elements("rules") AS rule
  WHERE rule ->> 'subject' = 'Submission' AND rule -> 'action' @> '"read"' AND NOT coalesce(rule -> 'conditions', '{}') ? 'user_id'
);
