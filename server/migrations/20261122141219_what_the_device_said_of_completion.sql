ALTER TABLE "submissions" ADD COLUMN "device_time" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "received_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "submissions" SET "received_at" = "completed_at" WHERE "completed_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_received" CHECK (("submissions"."completed_at" is null) = ("submissions"."received_at" is null));
