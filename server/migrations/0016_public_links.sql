CREATE TABLE "public_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "public_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"pin_hash" text,
	"cap" integer,
	"responses" integer DEFAULT 0 NOT NULL,
	"prefill" jsonb NOT NULL,
	"created_by" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_links_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "public_links_form_key" UNIQUE("company_id","form_id"),
	CONSTRAINT "public_links_counts" CHECK ("public_links"."responses" >= 0 and "public_links"."cap" > 0)
);
--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "public_link_id" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "waiting_for" uuid;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "public_link_id" integer;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "contact" text;--> statement-breakpoint
ALTER TABLE "public_links" ADD CONSTRAINT "public_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_links" ADD CONSTRAINT "public_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_links" ADD CONSTRAINT "public_links_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_links_created_by_idx" ON "public_links" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_public_link_id_fk" FOREIGN KEY ("company_id","public_link_id") REFERENCES "public"."public_links"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_public_link_id_fk" FOREIGN KEY ("company_id","public_link_id") REFERENCES "public"."public_links"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_public_link_idx" ON "files" USING btree ("company_id","public_link_id","waiting_for");--> statement-breakpoint
CREATE INDEX "files_waiting_idx" ON "files" USING btree ("created_at") WHERE "files"."waiting_for" is not null;--> statement-breakpoint
CREATE INDEX "submissions_public_link_idx" ON "submissions" USING btree ("company_id","public_link_id","completed_at");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_one_origin" CHECK (num_nonnulls("files"."user_id", "files"."public_link_id") = 1);--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_waiting" CHECK ("files"."waiting_for" is null or ("files"."public_link_id" is not null and "files"."submission_id" is null));--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_one_origin" CHECK (num_nonnulls("submissions"."user_id", "submissions"."public_link_id") = 1);