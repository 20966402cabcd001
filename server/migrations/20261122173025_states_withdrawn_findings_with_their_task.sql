ALTER TABLE "findings" DROP CONSTRAINT "findings_task_id_fk";
--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
UPDATE "subject_statuses" s SET "withdrawn_at" = f."archived_at" FROM "submissions" f
WHERE f."company_id" = s."company_id" AND f."id" = s."submission_id" AND f."archived_at" IS NOT NULL;
