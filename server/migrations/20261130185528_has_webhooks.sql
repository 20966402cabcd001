ALTER TABLE "companies" ADD COLUMN "has_webhooks" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE "companies" SET "has_webhooks" = true WHERE "id" IN (SELECT "company_id" FROM "webhooks");
