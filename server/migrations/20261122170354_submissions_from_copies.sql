ALTER TABLE "submissions" ADD COLUMN "imported_by" integer;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "written_by" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submissions_imported_by_idx" ON "submissions" USING btree ("imported_by");
