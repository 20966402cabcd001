CREATE TABLE "maintenance_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	"name" text NOT NULL,
	"every_kilometres" integer,
	"every_hours" integer,
	"every_months" integer,
	"since_day" date NOT NULL,
	"since_kilometres" integer,
	"since_hours" double precision,
	"due_on" date,
	"due_kilometres" integer,
	"due_hours" double precision,
	"responsible_id" integer,
	"task_id" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "maintenance_plans_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "maintenance_plans_interval" CHECK (num_nonnulls("maintenance_plans"."every_kilometres", "maintenance_plans"."every_hours", "maintenance_plans"."every_months") > 0)
);
--> statement-breakpoint
CREATE TABLE "vehicle_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vehicle_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"vehicle_id" integer NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"until" date,
	"kilometres" integer,
	"hours" double precision,
	"reason" text,
	"driver_id" integer,
	"work" text,
	"product" text,
	"location_id" integer,
	"place" text,
	"maintenance_plan_id" integer,
	"task_id" integer,
	"note" text,
	"user_id" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "vehicle_entries_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "vehicle_entries_uuid_key" UNIQUE("company_id","uuid")
);
--> statement-breakpoint
ALTER TABLE "maintenance_plans" ADD CONSTRAINT "maintenance_plans_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_plans" ADD CONSTRAINT "maintenance_plans_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_plans" ADD CONSTRAINT "maintenance_plans_responsible_id_fk" FOREIGN KEY ("company_id","responsible_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_plans" ADD CONSTRAINT "maintenance_plans_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_driver_id_fk" FOREIGN KEY ("company_id","driver_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_maintenance_plan_id_fk" FOREIGN KEY ("company_id","maintenance_plan_id") REFERENCES "public"."maintenance_plans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "maintenance_plans_vehicle_idx" ON "maintenance_plans" USING btree ("company_id","vehicle_id","id");--> statement-breakpoint
CREATE INDEX "maintenance_plans_task_idx" ON "maintenance_plans" USING btree ("company_id","task_id");--> statement-breakpoint
CREATE INDEX "maintenance_plans_responsible_idx" ON "maintenance_plans" USING btree ("company_id","responsible_id");--> statement-breakpoint
CREATE INDEX "maintenance_plans_due_idx" ON "maintenance_plans" USING btree ("due_on") WHERE archived_at is null and task_id is null;--> statement-breakpoint
CREATE INDEX "vehicle_entries_vehicle_idx" ON "vehicle_entries" USING btree ("company_id","vehicle_id","day","id");--> statement-breakpoint
CREATE INDEX "vehicle_entries_kind_idx" ON "vehicle_entries" USING btree ("company_id","vehicle_id","kind","day");--> statement-breakpoint
CREATE INDEX "vehicle_entries_day_idx" ON "vehicle_entries" USING btree ("company_id","day","id");--> statement-breakpoint
CREATE INDEX "vehicle_entries_driver_idx" ON "vehicle_entries" USING btree ("company_id","driver_id");--> statement-breakpoint
CREATE INDEX "vehicle_entries_location_idx" ON "vehicle_entries" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE INDEX "vehicle_entries_plan_idx" ON "vehicle_entries" USING btree ("company_id","maintenance_plan_id","day");--> statement-breakpoint
CREATE INDEX "vehicle_entries_task_idx" ON "vehicle_entries" USING btree ("company_id","task_id");--> statement-breakpoint
CREATE INDEX "vehicle_entries_user_id_idx" ON "vehicle_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "vehicle_entries_archived_at_idx" ON "vehicle_entries" USING btree ("archived_at") WHERE "vehicle_entries"."archived_at" is not null;
