ALTER TABLE "backup_runs" ADD COLUMN "drilled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "backup_runs" ADD COLUMN "proof" text;--> statement-breakpoint
ALTER TABLE "backup_runs" ADD COLUMN "proof_error" text;
