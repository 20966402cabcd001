ALTER TABLE "guides" ADD COLUMN "asked_ids" integer[] DEFAULT '{}' NOT NULL;
