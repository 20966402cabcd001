ALTER TABLE "submissions" ADD COLUMN "language_id" integer;
