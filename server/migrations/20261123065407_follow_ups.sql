ALTER TABLE "findings" ADD COLUMN "recheck_by" jsonb;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "follows_id" integer;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "follows_as" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "asked_keys" text[];--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "asked_for" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "asked_words" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "asked_by" integer;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "former_answers" jsonb;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_follows_id_fk" FOREIGN KEY ("company_id","follows_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submissions_follows_idx" ON "submissions" USING btree ("company_id","follows_id") WHERE "submissions"."follows_id" is not null;--> statement-breakpoint
CREATE INDEX "submissions_asked_by_idx" ON "submissions" USING btree ("asked_by") WHERE "submissions"."asked_by" is not null;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_follow_up" CHECK (num_nonnulls("submissions"."follows_id", "submissions"."follows_as", "submissions"."asked_keys", "submissions"."former_answers") in (0, 4));
