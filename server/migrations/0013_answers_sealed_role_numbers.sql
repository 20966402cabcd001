ALTER TABLE "companies" ADD COLUMN "last_role_above_employee" integer DEFAULT 2000 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "last_role_below_employee" integer DEFAULT 3000 NOT NULL;--> statement-breakpoint
UPDATE "companies" SET "last_role_above_employee" = greatest("last_role_above_employee", (
  SELECT max("number") FROM (
    SELECT "id" AS "number" FROM "roles" WHERE "roles"."company_id" = "companies"."id"
    UNION ALL SELECT "role_id" FROM "memberships" WHERE "memberships"."company_id" = "companies"."id"
    UNION ALL SELECT "role_id" FROM "invites" WHERE "invites"."company_id" = "companies"."id"
  ) AS "used" WHERE "number" BETWEEN 2001 AND 2999
));--> statement-breakpoint
UPDATE "companies" SET "last_role_below_employee" = greatest("last_role_below_employee", (
  SELECT max("number") FROM (
    SELECT "id" AS "number" FROM "roles" WHERE "roles"."company_id" = "companies"."id"
    UNION ALL SELECT "role_id" FROM "memberships" WHERE "memberships"."company_id" = "companies"."id"
    UNION ALL SELECT "role_id" FROM "invites" WHERE "invites"."company_id" = "companies"."id"
  ) AS "used" WHERE "number" BETWEEN 3001 AND 3999
));--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
UPDATE "enrolments" SET "ended_at" = now() WHERE "enrolled_at" IS NULL AND "ended_at" IS NULL AND "id" NOT IN (
  SELECT max("id") FROM "enrolments" WHERE "enrolled_at" IS NULL AND "ended_at" IS NULL GROUP BY "user_id"
);--> statement-breakpoint
CREATE UNIQUE INDEX "enrolments_offer_key" ON "enrolments" USING btree ("user_id") WHERE "enrolments"."enrolled_at" is null and "enrolments"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "answer";