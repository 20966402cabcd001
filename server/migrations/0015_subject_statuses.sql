CREATE TABLE "subject_statuses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subject_statuses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"location_id" integer,
	"vehicle_id" integer,
	"state" text NOT NULL,
	"submission_id" integer,
	"user_id" integer,
	"finding" jsonb,
	"reason" text,
	"found_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subject_statuses_animal_key" UNIQUE("company_id","submission_id","animal_id"),
	CONSTRAINT "subject_statuses_animal_group_key" UNIQUE("company_id","submission_id","animal_group_id"),
	CONSTRAINT "subject_statuses_location_key" UNIQUE("company_id","submission_id","location_id"),
	CONSTRAINT "subject_statuses_vehicle_key" UNIQUE("company_id","submission_id","vehicle_id"),
	CONSTRAINT "subject_statuses_one" CHECK (num_nonnulls("subject_statuses"."animal_id", "subject_statuses"."animal_group_id", "subject_statuses"."location_id", "subject_statuses"."vehicle_id") = 1),
	CONSTRAINT "subject_statuses_source" CHECK ("subject_statuses"."submission_id" is not null or ("subject_statuses"."user_id" is not null and "subject_statuses"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "animal_groups" ADD COLUMN "status" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "animal_groups" ADD COLUMN "status_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "status" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "status_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "status" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "status_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "status" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "status_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subject_statuses_animal_idx" ON "subject_statuses" USING btree ("company_id","animal_id","found_at","id");--> statement-breakpoint
CREATE INDEX "subject_statuses_animal_group_idx" ON "subject_statuses" USING btree ("company_id","animal_group_id","found_at","id");--> statement-breakpoint
CREATE INDEX "subject_statuses_location_idx" ON "subject_statuses" USING btree ("company_id","location_id","found_at","id");--> statement-breakpoint
CREATE INDEX "subject_statuses_vehicle_idx" ON "subject_statuses" USING btree ("company_id","vehicle_id","found_at","id");--> statement-breakpoint
CREATE INDEX "subject_statuses_user_idx" ON "subject_statuses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "animal_groups_status_idx" ON "animal_groups" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "animals_status_idx" ON "animals" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "locations_status_idx" ON "locations" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "vehicles_status_idx" ON "vehicles" USING btree ("company_id","status");--> statement-breakpoint
ALTER TABLE "animal_groups" ADD CONSTRAINT "animal_groups_status" CHECK ("animal_groups"."status" between 0 and 3);--> statement-breakpoint
ALTER TABLE "animal_groups" ADD CONSTRAINT "animal_groups_status_since" CHECK (("animal_groups"."status" = 0) = ("animal_groups"."status_since" is null));--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_status" CHECK ("animals"."status" between 0 and 3);--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_status_since" CHECK (("animals"."status" = 0) = ("animals"."status_since" is null));--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_status" CHECK ("locations"."status" between 0 and 3);--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_status_since" CHECK (("locations"."status" = 0) = ("locations"."status_since" is null));--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_status" CHECK ("vehicles"."status" between 0 and 3);--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_status_since" CHECK (("vehicles"."status" = 0) = ("vehicles"."status_since" is null));--> statement-breakpoint
INSERT INTO "subject_statuses" ("company_id", "animal_id", "animal_group_id", "location_id", "vehicle_id", "state", "submission_id", "user_id", "found_at")
  SELECT "about"."company_id", "about"."animal_id", "about"."animal_group_id", "about"."location_id", "about"."vehicle_id",
    "done"."score"->>'subject_status', "done"."id", "done"."user_id", "done"."completed_at"
  FROM "submissions" "done"
  JOIN "submission_subjects" "about" ON "about"."company_id" = "done"."company_id" AND "about"."submission_id" = "done"."id"
  WHERE "done"."status" = 'complete' AND "done"."score"->>'subject_status' IN ('ok', 'attention', 'stop');--> statement-breakpoint
UPDATE "animals" SET "status" = "latest"."level", "status_since" = "latest"."found_at" FROM (
  SELECT DISTINCT ON ("found"."company_id", "found"."animal_id") "found"."company_id", "found"."animal_id", "found"."found_at",
    array_position(array['ok', 'attention', 'stop'], "found"."state") AS "level"
  FROM "subject_statuses" "found" JOIN "submissions" ON "submissions"."id" = "found"."submission_id" AND "submissions"."archived_at" IS NULL
  WHERE "found"."animal_id" IS NOT NULL
  ORDER BY "found"."company_id", "found"."animal_id", "found"."found_at" DESC, "found"."id" DESC
) AS "latest" WHERE "animals"."company_id" = "latest"."company_id" AND "animals"."id" = "latest"."animal_id";--> statement-breakpoint
UPDATE "animal_groups" SET "status" = "latest"."level", "status_since" = "latest"."found_at" FROM (
  SELECT DISTINCT ON ("found"."company_id", "found"."animal_group_id") "found"."company_id", "found"."animal_group_id", "found"."found_at",
    array_position(array['ok', 'attention', 'stop'], "found"."state") AS "level"
  FROM "subject_statuses" "found" JOIN "submissions" ON "submissions"."id" = "found"."submission_id" AND "submissions"."archived_at" IS NULL
  WHERE "found"."animal_group_id" IS NOT NULL
  ORDER BY "found"."company_id", "found"."animal_group_id", "found"."found_at" DESC, "found"."id" DESC
) AS "latest" WHERE "animal_groups"."company_id" = "latest"."company_id" AND "animal_groups"."id" = "latest"."animal_group_id";--> statement-breakpoint
UPDATE "locations" SET "status" = "latest"."level", "status_since" = "latest"."found_at" FROM (
  SELECT DISTINCT ON ("found"."company_id", "found"."location_id") "found"."company_id", "found"."location_id", "found"."found_at",
    array_position(array['ok', 'attention', 'stop'], "found"."state") AS "level"
  FROM "subject_statuses" "found" JOIN "submissions" ON "submissions"."id" = "found"."submission_id" AND "submissions"."archived_at" IS NULL
  WHERE "found"."location_id" IS NOT NULL
  ORDER BY "found"."company_id", "found"."location_id", "found"."found_at" DESC, "found"."id" DESC
) AS "latest" WHERE "locations"."company_id" = "latest"."company_id" AND "locations"."id" = "latest"."location_id";
