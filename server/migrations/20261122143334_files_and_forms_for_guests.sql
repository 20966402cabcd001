DROP INDEX "files_waiting_idx";--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "filler_role_ids" integer[];--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "for_guests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "files_unnamed_idx" ON "files" USING btree ("created_at") WHERE "files"."submission_id" is null;
