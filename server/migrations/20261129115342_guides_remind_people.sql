ALTER TABLE "guides" ADD COLUMN "reminded_at" timestamp (3) with time zone;
