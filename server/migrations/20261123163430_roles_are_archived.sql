DROP INDEX "roles_name_key";--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "roles_archived_at_idx" ON "roles" USING btree ("archived_at") WHERE "roles"."archived_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name_key" ON "roles" USING btree ("company_id",lower("name")) WHERE "roles"."archived_at" is null;
