CREATE TABLE "form_tables" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_tables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"content" jsonb NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_tables_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "form_tables_uuid_key" UNIQUE("company_id","uuid")
);
--> statement-breakpoint
ALTER TABLE "form_tables" ADD CONSTRAINT "form_tables_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_tables" ADD CONSTRAINT "form_tables_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_tables_user_id_idx" ON "form_tables" USING btree ("user_id");
