CREATE INDEX "animal_groups_last_checked_at_idx" ON "animal_groups" USING btree ("company_id","last_checked_at","id");--> statement-breakpoint
CREATE INDEX "animals_last_checked_at_idx" ON "animals" USING btree ("company_id","last_checked_at","id");--> statement-breakpoint
CREATE INDEX "locations_last_checked_at_idx" ON "locations" USING btree ("company_id","last_checked_at","id");--> statement-breakpoint
CREATE INDEX "vehicles_last_checked_at_idx" ON "vehicles" USING btree ("company_id","last_checked_at","id");
