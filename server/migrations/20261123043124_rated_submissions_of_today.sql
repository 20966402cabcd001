CREATE INDEX "submissions_rated_idx" ON "submissions" USING btree ("company_id","completed_at","id") WHERE "submissions"."band" is not null;
