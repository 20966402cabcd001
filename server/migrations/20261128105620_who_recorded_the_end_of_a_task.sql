ALTER TABLE "sent_tasks" ADD COLUMN "recorded_by" integer;
