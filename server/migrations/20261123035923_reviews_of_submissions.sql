CREATE TABLE "submission_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"submission_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"review_state" text,
	"mentions" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submission_comments_said" CHECK ("submission_comments"."text" <> '' or "submission_comments"."review_state" is not null)
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "review_state" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "reviewer_ids" integer[];--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "review_is_named" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_comments_submission_idx" ON "submission_comments" USING btree ("company_id","submission_id","id");--> statement-breakpoint
CREATE INDEX "submission_comments_user_id_idx" ON "submission_comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "submissions_review_state_idx" ON "submissions" USING btree ("company_id","review_state","completed_at");--> statement-breakpoint
CREATE INDEX "submissions_review_named_idx" ON "submissions" USING btree ("company_id","review_is_named","completed_at");--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_reviewed" CHECK ("submissions"."review_state" is null or "submissions"."status" = 'complete');--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_review_named" CHECK ("submissions"."review_is_named" = ("submissions"."reviewer_ids" is not null));
