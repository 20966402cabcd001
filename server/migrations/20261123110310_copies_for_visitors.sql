ALTER TABLE "submissions" ADD COLUMN "copy_to" text;--> statement-breakpoint
CREATE INDEX "submissions_copy_idx" ON "submissions" USING btree ("received_at") WHERE "submissions"."copy_to" is not null;
