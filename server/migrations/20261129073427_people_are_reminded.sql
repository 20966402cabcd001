ALTER TABLE "sent_tasks" ADD COLUMN "reminded_at" timestamp (3) with time zone;
