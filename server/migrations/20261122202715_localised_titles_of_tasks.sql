ALTER TABLE "tasks" ADD COLUMN "titles" jsonb;
