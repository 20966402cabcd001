CREATE INDEX "forms_quick_report_idx" ON "forms" USING btree ("company_id","id") WHERE "forms"."draft" @> '{"settings": {"quick_report": true}}';
