ALTER TABLE "animal_groups" ADD COLUMN "last_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "animals" ADD COLUMN "last_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "last_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "proof" text;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "last_checked_at" timestamp (3) with time zone;
--> statement-breakpoint
UPDATE "animals" r SET "last_checked_at" = seen."at" FROM (SELECT b."company_id", b."animal_id" AS "id", max(s."completed_at") AS "at" FROM "submission_subjects" b JOIN "submissions" s ON s."company_id" = b."company_id" AND s."id" = b."submission_id" WHERE b."animal_id" IS NOT NULL AND s."completed_at" IS NOT NULL AND s."archived_at" IS NULL GROUP BY 1, 2) AS seen WHERE seen."company_id" = r."company_id" AND seen."id" = r."id";
--> statement-breakpoint
UPDATE "animal_groups" r SET "last_checked_at" = seen."at" FROM (SELECT b."company_id", b."animal_group_id" AS "id", max(s."completed_at") AS "at" FROM "submission_subjects" b JOIN "submissions" s ON s."company_id" = b."company_id" AND s."id" = b."submission_id" WHERE b."animal_group_id" IS NOT NULL AND s."completed_at" IS NOT NULL AND s."archived_at" IS NULL GROUP BY 1, 2) AS seen WHERE seen."company_id" = r."company_id" AND seen."id" = r."id";
--> statement-breakpoint
UPDATE "locations" r SET "last_checked_at" = seen."at" FROM (SELECT b."company_id", b."location_id" AS "id", max(s."completed_at") AS "at" FROM "submission_subjects" b JOIN "submissions" s ON s."company_id" = b."company_id" AND s."id" = b."submission_id" WHERE b."location_id" IS NOT NULL AND s."completed_at" IS NOT NULL AND s."archived_at" IS NULL GROUP BY 1, 2) AS seen WHERE seen."company_id" = r."company_id" AND seen."id" = r."id";
--> statement-breakpoint
UPDATE "vehicles" r SET "last_checked_at" = seen."at" FROM (SELECT b."company_id", b."vehicle_id" AS "id", max(s."completed_at") AS "at" FROM "submission_subjects" b JOIN "submissions" s ON s."company_id" = b."company_id" AND s."id" = b."submission_id" WHERE b."vehicle_id" IS NOT NULL AND s."completed_at" IS NOT NULL AND s."archived_at" IS NULL GROUP BY 1, 2) AS seen WHERE seen."company_id" = r."company_id" AND seen."id" = r."id";
