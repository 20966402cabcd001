DROP INDEX "subject_statuses_animal_key";--> statement-breakpoint
DROP INDEX "subject_statuses_animal_group_key";--> statement-breakpoint
DROP INDEX "subject_statuses_location_key";--> statement-breakpoint
DROP INDEX "subject_statuses_vehicle_key";--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "photo_uuids" uuid[];--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "done_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD COLUMN "amended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_animal_key" ON "subject_statuses" USING btree ("company_id","submission_id","animal_id") WHERE "subject_statuses"."withdrawn_at" is null and not "subject_statuses"."amended";--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_animal_group_key" ON "subject_statuses" USING btree ("company_id","submission_id","animal_group_id") WHERE "subject_statuses"."withdrawn_at" is null and not "subject_statuses"."amended";--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_location_key" ON "subject_statuses" USING btree ("company_id","submission_id","location_id") WHERE "subject_statuses"."withdrawn_at" is null and not "subject_statuses"."amended";--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_vehicle_key" ON "subject_statuses" USING btree ("company_id","submission_id","vehicle_id") WHERE "subject_statuses"."withdrawn_at" is null and not "subject_statuses"."amended";--> statement-breakpoint
-- The status that an answer gave its subjects, found by its question.
UPDATE "findings" f SET "status" = s.state FROM "subject_statuses" s
WHERE s.company_id = f.company_id AND s.submission_id = f.submission_id AND s.withdrawn_at IS NULL AND s.state <> 'ok'
  AND s.finding = f.question;--> statement-breakpoint
-- Findings whose task is done and which somebody is to look at again.
UPDATE "findings" f SET "done_at" = d.created_at FROM "submissions" d
WHERE d.company_id = f.company_id AND d.follows_id = f.submission_id AND d.follows_as = 'recheck'
  AND d.asked_for = f.question_id AND d.status = 'draft' AND d.archived_at IS NULL AND f.closed_at IS NULL;--> statement-breakpoint
-- A problem is corrected once: copies of colleagues end with the one that was done.
UPDATE "tasks" t SET "done_by" = 'any_one' FROM "findings" f
WHERE f.company_id = t.company_id AND f.task_id = t.id AND t.recurrence IS NULL;--> statement-breakpoint
UPDATE "sent_tasks" o SET "completed_at" = d.completed_at, "completed_by" = d.completed_by,
  "completed_outside" = d.completed_outside, "done_with" = d.id, "recorded_at" = d.recorded_at
FROM "sent_tasks" d JOIN "findings" f ON f.company_id = d.company_id AND f.task_id = d.task_id
WHERE o.company_id = d.company_id AND o.task_id = d.task_id AND o.starts_at = d.starts_at AND o.id <> d.id
  AND num_nonnulls(o.completed_at, o.skipped_at, o.missed_at) = 0
  AND d.completed_at IS NOT NULL AND d.done_with IS NULL AND (f.closed_at IS NOT NULL OR f.done_at IS NOT NULL);
