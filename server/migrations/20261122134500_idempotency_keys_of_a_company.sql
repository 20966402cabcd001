ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_user_id_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "company_id" integer;--> statement-breakpoint
-- The answers that are kept do not say in which company they were given: it is certain for whoever was only ever in one.
UPDATE "idempotency_keys" k SET "company_id" = m."company_id" FROM "memberships" m WHERE m."user_id" = k."user_id"
  AND (SELECT count(*) FROM "memberships" o WHERE o."user_id" = k."user_id") = 1;--> statement-breakpoint
DELETE FROM "idempotency_keys" WHERE "company_id" IS NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_company_key" UNIQUE NULLS NOT DISTINCT("company_id","user_id","key");