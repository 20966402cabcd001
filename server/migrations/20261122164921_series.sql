ALTER TABLE "sent_tasks" DROP CONSTRAINT "sent_tasks_occurrence_key";--> statement-breakpoint
ALTER TABLE "sent_tasks" DROP CONSTRAINT "sent_tasks_one_end";--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "opens_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "late_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "animal_id" integer;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "animal_group_id" integer;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "location_id" integer;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "vehicle_id" integer;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "missed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "done_with" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "kind" text DEFAULT 'check' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "done_by" text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "per_subject" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "opens_before" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "late_for" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "missed" text DEFAULT 'keep' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "recurrence" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "counted_from" text DEFAULT 'calendar' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "exceptions" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "next_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "make_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "made_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "split_from" integer;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_done_with_fk" FOREIGN KEY ("company_id","done_with") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_split_from_fk" FOREIGN KEY ("company_id","split_from") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_tasks_start_idx" ON "sent_tasks" USING btree ("company_id","starts_at");--> statement-breakpoint
CREATE INDEX "sent_tasks_user_start_idx" ON "sent_tasks" USING btree ("company_id","user_id","starts_at");--> statement-breakpoint
CREATE INDEX "sent_tasks_late_until_idx" ON "sent_tasks" USING btree ("late_until") WHERE ("sent_tasks"."late_until" is not null and "sent_tasks"."completed_at" is null and "sent_tasks"."skipped_at" is null and "sent_tasks"."missed_at" is null);--> statement-breakpoint
CREATE INDEX "sent_tasks_done_with_idx" ON "sent_tasks" USING btree ("company_id","done_with");--> statement-breakpoint
CREATE INDEX "sent_tasks_animal_idx" ON "sent_tasks" USING btree ("company_id","animal_id");--> statement-breakpoint
CREATE INDEX "sent_tasks_animal_group_idx" ON "sent_tasks" USING btree ("company_id","animal_group_id");--> statement-breakpoint
CREATE INDEX "sent_tasks_location_idx" ON "sent_tasks" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE INDEX "sent_tasks_vehicle_idx" ON "sent_tasks" USING btree ("company_id","vehicle_id");--> statement-breakpoint
CREATE INDEX "tasks_split_from_idx" ON "tasks" USING btree ("company_id","split_from");--> statement-breakpoint
CREATE INDEX "tasks_make_at_idx" ON "tasks" USING btree ("make_at") WHERE "tasks"."make_at" is not null;--> statement-breakpoint
CREATE INDEX "tasks_next_at_idx" ON "tasks" USING btree ("company_id","next_at") WHERE "tasks"."next_at" is not null;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_occurrence_key" UNIQUE NULLS NOT DISTINCT("company_id","task_id","user_id","starts_at","animal_id","animal_group_id","location_id","vehicle_id");--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_one" CHECK (num_nonnulls("sent_tasks"."animal_id", "sent_tasks"."animal_group_id", "sent_tasks"."location_id", "sent_tasks"."vehicle_id") <= 1);--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_one_end" CHECK (num_nonnulls("sent_tasks"."completed_at", "sent_tasks"."skipped_at", "sent_tasks"."missed_at") <= 1);--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_made_when" CHECK (("tasks"."next_at" is null) = ("tasks"."make_at" is null));
--> statement-breakpoint
UPDATE "tasks" SET "kind" = 'corrective' WHERE EXISTS (SELECT FROM "findings" WHERE "findings"."company_id" = "tasks"."company_id" AND "findings"."task_id" = "tasks"."id");
