CREATE TABLE "shares" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"report_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"pin_hash" text,
	"revoked_at" timestamp (3) with time zone,
	"opened" integer DEFAULT 0 NOT NULL,
	"opened_on" date,
	"created_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shares_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_report_id_fk" FOREIGN KEY ("company_id","report_id") REFERENCES "public"."reports"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shares_report_idx" ON "shares" USING btree ("company_id","report_id","id");--> statement-breakpoint
CREATE INDEX "shares_created_idx" ON "shares" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "shares_created_by_idx" ON "shares" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "helpers_expires_idx" ON "helpers" USING btree ("company_id","expires_at");
