ALTER TABLE "findings" ADD COLUMN "answer" jsonb;
