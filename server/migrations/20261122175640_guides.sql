CREATE TABLE "guide_readings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guide_readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"guide_id" integer NOT NULL,
	"version" integer NOT NULL,
	"user_id" integer NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guide_readings_key" UNIQUE("company_id","guide_id","user_id","version")
);
--> statement-breakpoint
CREATE TABLE "guide_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guide_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"guide_id" integer NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"published_by" integer NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guide_versions_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "guide_versions_number_key" UNIQUE("company_id","guide_id","number")
);
--> statement-breakpoint
CREATE TABLE "guides" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"title" jsonb NOT NULL,
	"words" jsonb NOT NULL,
	"category" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer,
	"published_at" timestamp (3) with time zone,
	"has_unpublished_changes" boolean DEFAULT true NOT NULL,
	"reader_role_ids" integer[],
	"for_guests" boolean DEFAULT false NOT NULL,
	"must_read" boolean DEFAULT false NOT NULL,
	"owner_id" integer,
	"review_on" date,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "guides_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "guide_readings" ADD CONSTRAINT "guide_readings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_readings" ADD CONSTRAINT "guide_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_readings" ADD CONSTRAINT "guide_readings_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD CONSTRAINT "guide_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD CONSTRAINT "guide_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD CONSTRAINT "guide_versions_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guides" ADD CONSTRAINT "guides_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guides" ADD CONSTRAINT "guides_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guide_readings_user_id_idx" ON "guide_readings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "guide_versions_published_by_idx" ON "guide_versions" USING btree ("published_by");--> statement-breakpoint
CREATE INDEX "guides_company_id_created_at_idx" ON "guides" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "guides_company_id_updated_at_idx" ON "guides" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "guides_archived_at_idx" ON "guides" USING btree ("archived_at") WHERE "guides"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "guides_category_idx" ON "guides" USING btree ("company_id","category","position");--> statement-breakpoint
CREATE INDEX "guides_status_idx" ON "guides" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "guides_owner_id_idx" ON "guides" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "guides_review_on_idx" ON "guides" USING btree ("company_id","review_on");
