CREATE INDEX "animals_breed_idx" ON "animals" USING btree ("company_id","breed");
