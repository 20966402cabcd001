CREATE INDEX "animal_groups_species_idx" ON "animal_groups" USING btree ("company_id","species");--> statement-breakpoint
CREATE INDEX "files_user_id_idx" ON "files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "form_versions_published_by_idx" ON "form_versions" USING btree ("published_by");--> statement-breakpoint
CREATE INDEX "legal_versions_published_by_idx" ON "legal_versions" USING btree ("published_by");--> statement-breakpoint
CREATE INDEX "submissions_user_id_idx" ON "submissions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sent_tasks_completed_by_idx" ON "sent_tasks" USING btree ("completed_by");--> statement-breakpoint
CREATE INDEX "task_assignees_user_idx" ON "task_assignees" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "tasks_created_by_idx" ON "tasks" USING btree ("created_by");