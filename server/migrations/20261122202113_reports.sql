CREATE TABLE "reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text collate "natural_order" NOT NULL,
	"description" text,
	"form_ids" integer[] NOT NULL,
	"filters" jsonb NOT NULL,
	"group_by" text,
	"group_question_id" text,
	"period" jsonb NOT NULL,
	"parts" text[] NOT NULL,
	"for_everybody" boolean DEFAULT false NOT NULL,
	"created_by" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "reports_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_company_id_name_idx" ON "reports" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "reports_company_id_created_at_idx" ON "reports" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_company_id_updated_at_idx" ON "reports" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "reports_archived_at_idx" ON "reports" USING btree ("archived_at") WHERE "reports"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "reports_created_by_idx" ON "reports" USING btree ("created_by");
