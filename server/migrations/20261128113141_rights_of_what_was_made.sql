ALTER TABLE "documents" ADD COLUMN "rights" text;--> statement-breakpoint
ALTER TABLE "submission_exports" ADD COLUMN "rights" text;
