CREATE INDEX "animal_events_medicine_idx" ON "animal_events" USING btree ("company_id","id") WHERE "animal_events"."type" in ('treatment', 'vaccination') and "animal_events"."archived_at" is null;
