CREATE TABLE "seal_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seal_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"checked_by" integer,
	"began_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"checked_to" integer DEFAULT 0 NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "seal_checks_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "shares" ALTER COLUMN "report_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "guide_id" integer;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "submission_id" integer;--> statement-breakpoint
ALTER TABLE "seal_checks" ADD CONSTRAINT "seal_checks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seal_checks" ADD CONSTRAINT "seal_checks_checked_by_users_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seal_checks_checked_by_idx" ON "seal_checks" USING btree ("checked_by");--> statement-breakpoint
CREATE INDEX "seal_checks_began_at_idx" ON "seal_checks" USING btree ("began_at");--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shares_guide_idx" ON "shares" USING btree ("company_id","guide_id","id");--> statement-breakpoint
CREATE INDEX "shares_submission_idx" ON "shares" USING btree ("company_id","submission_id","id");--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_one_thing" CHECK (num_nonnulls("shares"."report_id", "shares"."guide_id", "shares"."submission_id") = 1);
