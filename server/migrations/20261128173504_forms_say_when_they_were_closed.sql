ALTER TABLE "forms" ADD COLUMN "closing_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "closed_at" timestamp (3) with time zone;
--> statement-breakpoint
UPDATE "forms" SET "closing_at" = "updated_at" WHERE "status" IN ('closing', 'closed');--> statement-breakpoint
UPDATE "forms" SET "closed_at" = "updated_at" WHERE "status" = 'closed';
