ALTER TABLE "audit_entries" ADD COLUMN "cause" text;
