ALTER TABLE "task_assignees" DROP CONSTRAINT "task_assignees_one";--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "responsible_id" integer;--> statement-breakpoint
ALTER TABLE "task_assignees" ADD COLUMN "location_id" integer;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_responsible_id_fk" FOREIGN KEY ("company_id","responsible_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "locations_responsible_idx" ON "locations" USING btree ("company_id","responsible_id");--> statement-breakpoint
CREATE INDEX "task_assignees_location_idx" ON "task_assignees" USING btree ("company_id","location_id");--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_location_key" UNIQUE("company_id","task_id","location_id");--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_one" CHECK (num_nonnulls("task_assignees"."user_id", "task_assignees"."role_id", "task_assignees"."location_id") = 1);
