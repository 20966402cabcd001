CREATE TABLE "guide_approvals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guide_approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"guide_id" integer NOT NULL,
	"version" integer NOT NULL,
	"step" text NOT NULL,
	"user_id" integer NOT NULL,
	"approved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guide_approvals_key" UNIQUE("company_id","guide_id","version","step","user_id")
);
--> statement-breakpoint
CREATE TABLE "guide_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guide_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"guide_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "guide_files_key" UNIQUE("company_id","file_id","guide_id")
);
--> statement-breakpoint
ALTER TABLE "guides" ADD COLUMN "reader_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "guides" ADD COLUMN "review_asked_for" date;--> statement-breakpoint
ALTER TABLE "guides" ADD COLUMN "stage" text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE "guides" ADD COLUMN "checker_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "guides" ADD COLUMN "approver_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_approvals" ADD CONSTRAINT "guide_approvals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_approvals" ADD CONSTRAINT "guide_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_approvals" ADD CONSTRAINT "guide_approvals_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_files" ADD CONSTRAINT "guide_files_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_files" ADD CONSTRAINT "guide_files_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_files" ADD CONSTRAINT "guide_files_file_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guide_approvals_user_id_idx" ON "guide_approvals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "guide_files_guide_idx" ON "guide_files" USING btree ("company_id","guide_id");--> statement-breakpoint
CREATE INDEX "guides_stage_idx" ON "guides" USING btree ("company_id","stage");
