CREATE INDEX "findings_found_at_idx" ON "findings" USING btree ("company_id","found_at","id");
