CREATE TABLE "register_import_lines" (
	"company_id" integer NOT NULL,
	"import_id" integer NOT NULL,
	"number" integer NOT NULL,
	"cells" text[] NOT NULL,
	"outcome" text,
	"errors" jsonb,
	CONSTRAINT "register_import_lines_pk" PRIMARY KEY("company_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "register_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "register_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"filename" text NOT NULL,
	"headings" text[] NOT NULL,
	"matching" jsonb NOT NULL,
	"key" text NOT NULL,
	"state" text DEFAULT 'read' NOT NULL,
	"is_trial" boolean DEFAULT true NOT NULL,
	"run" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"faulty" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "register_imports_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "register_imports_ended" CHECK (("register_imports"."state" in ('tried', 'done', 'cancelled', 'failed')) = ("register_imports"."finished_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "register_import_lines" ADD CONSTRAINT "register_import_lines_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_import_lines" ADD CONSTRAINT "register_import_lines_import_id_fk" FOREIGN KEY ("company_id","import_id") REFERENCES "public"."register_imports"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_imports" ADD CONSTRAINT "register_imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_imports" ADD CONSTRAINT "register_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "register_import_lines_outcome_idx" ON "register_import_lines" USING btree ("company_id","import_id","outcome","number");--> statement-breakpoint
CREATE INDEX "register_imports_user_idx" ON "register_imports" USING btree ("company_id","user_id","type","id");--> statement-breakpoint
CREATE INDEX "register_imports_user_id_idx" ON "register_imports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "register_imports_created_at_idx" ON "register_imports" USING btree ("created_at");
