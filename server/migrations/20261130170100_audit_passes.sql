CREATE TABLE "pass_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pass_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"pass_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"kind" text,
	"record_id" integer,
	"search" text DEFAULT '' NOT NULL,
	"found" integer
);
--> statement-breakpoint
CREATE TABLE "passes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"holder_name" text NOT NULL,
	"holder_office" text NOT NULL,
	"holder_email" text,
	"reach_locations" integer[],
	"reach_groups" integer[],
	"reach_vehicles" integer[],
	"kinds" text[] NOT NULL,
	"first_day" date,
	"last_day" date,
	"shows_names" boolean NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"pin_hash" text,
	"revoked_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"end_told_at" timestamp (3) with time zone,
	"created_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passes_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "passes_reach" CHECK (num_nonnulls("passes"."reach_locations", "passes"."reach_groups", "passes"."reach_vehicles") in (0, 3)),
	CONSTRAINT "passes_lives" CHECK ("passes"."starts_at" < "passes"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "pass_views" ADD CONSTRAINT "pass_views_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_views" ADD CONSTRAINT "pass_views_pass_id_fk" FOREIGN KEY ("company_id","pass_id") REFERENCES "public"."passes"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pass_views_pass_idx" ON "pass_views" USING btree ("company_id","pass_id","id");--> statement-breakpoint
CREATE INDEX "passes_created_by_idx" ON "passes" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "passes_ends_at_idx" ON "passes" USING btree ("ends_at") WHERE "passes"."end_told_at" is null;
