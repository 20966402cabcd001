DROP INDEX "animal_groups_species_idx";--> statement-breakpoint
DROP INDEX "animal_groups_location_idx";--> statement-breakpoint
DROP INDEX "locations_type_idx";--> statement-breakpoint
DROP INDEX "locations_parent_idx";--> statement-breakpoint
DROP INDEX "vehicles_type_idx";--> statement-breakpoint
CREATE INDEX "locations_looked_after_idx" ON "locations" USING btree ("company_id","id") WHERE responsible_id is not null or also_responsible_ids <> '{}';--> statement-breakpoint
CREATE INDEX "animal_groups_species_idx" ON "animal_groups" USING btree ("company_id","species","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "animal_groups_location_idx" ON "animal_groups" USING btree ("company_id","location_id","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "locations_type_idx" ON "locations" USING btree ("company_id","type","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "locations_parent_idx" ON "locations" USING btree ("company_id","parent_id","name","id","archived_at");--> statement-breakpoint
CREATE INDEX "vehicles_type_idx" ON "vehicles" USING btree ("company_id","type","name","id","archived_at");
