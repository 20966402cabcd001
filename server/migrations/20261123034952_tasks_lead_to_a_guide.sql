ALTER TABLE "tasks" ADD COLUMN "guide_id" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_guide_idx" ON "tasks" USING btree ("company_id","guide_id");
