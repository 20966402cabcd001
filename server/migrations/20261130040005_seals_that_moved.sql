ALTER TABLE "seals" ADD COLUMN "moved" jsonb;
