CREATE TABLE "pass_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pass_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text collate "natural_order" NOT NULL,
	"holder_name" text NOT NULL,
	"holder_office" text NOT NULL,
	"holder_email" text,
	"reach_locations" integer[],
	"reach_groups" integer[],
	"reach_vehicles" integer[],
	"kinds" text[] NOT NULL,
	"shows_names" boolean NOT NULL,
	"opens_papers" boolean DEFAULT false NOT NULL,
	"record_days" integer,
	"valid_days" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "pass_templates_reach" CHECK (num_nonnulls("pass_templates"."reach_locations", "pass_templates"."reach_groups", "pass_templates"."reach_vehicles") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "renews_id" integer;--> statement-breakpoint
ALTER TABLE "pass_templates" ADD CONSTRAINT "pass_templates_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pass_templates_company_idx" ON "pass_templates" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "pass_templates_archived_at_idx" ON "pass_templates" USING btree ("archived_at") WHERE "pass_templates"."archived_at" is not null;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_renews_id_fk" FOREIGN KEY ("company_id","renews_id") REFERENCES "public"."passes"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passes_renews_idx" ON "passes" USING btree ("company_id","renews_id");
