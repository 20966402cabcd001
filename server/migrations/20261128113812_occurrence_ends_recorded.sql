ALTER TABLE "sent_tasks" ADD COLUMN "recorded_at" timestamp (3) with time zone;
