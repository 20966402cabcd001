CREATE COLLATION "natural_order_hu" (provider = icu, locale = 'hu-u-kn-true');--> statement-breakpoint
CREATE COLLATION "natural_order_ar" (provider = icu, locale = 'ar-u-kn-true');--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_name_hu_idx" ON "animal_groups" USING btree ("company_id",("name" collate "natural_order_hu"),"id","archived_at");--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_name_ar_idx" ON "animal_groups" USING btree ("company_id",("name" collate "natural_order_ar"),"id","archived_at");--> statement-breakpoint
CREATE INDEX "animals_company_id_name_hu_idx" ON "animals" USING btree ("company_id",("name" collate "natural_order_hu"),"id","archived_at");--> statement-breakpoint
CREATE INDEX "animals_company_id_name_ar_idx" ON "animals" USING btree ("company_id",("name" collate "natural_order_ar"),"id","archived_at");--> statement-breakpoint
CREATE INDEX "companies_name_hu_idx" ON "companies" USING btree (("name" collate "natural_order_hu"));--> statement-breakpoint
CREATE INDEX "companies_name_ar_idx" ON "companies" USING btree (("name" collate "natural_order_ar"));--> statement-breakpoint
CREATE INDEX "locations_company_id_name_hu_idx" ON "locations" USING btree ("company_id",("name" collate "natural_order_hu"),"id","archived_at");--> statement-breakpoint
CREATE INDEX "locations_company_id_name_ar_idx" ON "locations" USING btree ("company_id",("name" collate "natural_order_ar"),"id","archived_at");--> statement-breakpoint
CREATE INDEX "reports_company_id_name_hu_idx" ON "reports" USING btree ("company_id",("name" collate "natural_order_hu"),"id","archived_at");--> statement-breakpoint
CREATE INDEX "reports_company_id_name_ar_idx" ON "reports" USING btree ("company_id",("name" collate "natural_order_ar"),"id","archived_at");--> statement-breakpoint
CREATE INDEX "tasks_company_id_title_hu_idx" ON "tasks" USING btree ("company_id",("title" collate "natural_order_hu"),"id");--> statement-breakpoint
CREATE INDEX "tasks_company_id_title_ar_idx" ON "tasks" USING btree ("company_id",("title" collate "natural_order_ar"),"id");--> statement-breakpoint
CREATE INDEX "users_name_hu_idx" ON "users" USING btree (("name" collate "natural_order_hu"));--> statement-breakpoint
CREATE INDEX "users_name_ar_idx" ON "users" USING btree (("name" collate "natural_order_ar"));--> statement-breakpoint
CREATE INDEX "vehicles_company_id_name_hu_idx" ON "vehicles" USING btree ("company_id",("name" collate "natural_order_hu"),"id","archived_at");--> statement-breakpoint
CREATE INDEX "vehicles_company_id_name_ar_idx" ON "vehicles" USING btree ("company_id",("name" collate "natural_order_ar"),"id","archived_at");
