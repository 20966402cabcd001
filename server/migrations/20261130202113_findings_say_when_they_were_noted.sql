ALTER TABLE "findings" ADD COLUMN "noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
UPDATE "findings" SET "noted_at" = "submissions"."received_at" FROM "submissions" WHERE "submissions"."company_id" = "findings"."company_id" AND "submissions"."id" = "findings"."submission_id" AND "submissions"."received_at" IS NOT NULL;
