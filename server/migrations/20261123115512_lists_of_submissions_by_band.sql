CREATE INDEX "submissions_band_idx" ON "submissions" USING btree ("company_id","band","completed_at","id");--> statement-breakpoint
CREATE INDEX "submissions_critical_idx" ON "submissions" USING btree ("company_id","completed_at","id") WHERE "submissions"."critical_failed" > 0;
