CREATE TABLE "invite_forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invite_forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"invite_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	CONSTRAINT "invite_forms_form_key" UNIQUE("company_id","invite_id","form_id")
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"email" text NOT NULL,
	"role_id" integer NOT NULL,
	"own_role_id" integer GENERATED ALWAYS AS (case when accepted_at is null and revoked_at is null and role_id > 2000 and role_id < 4000 and role_id <> 3000 then role_id end) STORED,
	"language_id" integer NOT NULL,
	"invited_by" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"delivery_error" text,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" integer,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invites_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "company_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"plan_id" integer NOT NULL,
	"name" jsonb NOT NULL,
	"is_trial" boolean NOT NULL,
	"selected_plan_id" integer,
	"selected_at" timestamp (3) with time zone,
	"start_date" date NOT NULL,
	"end_date" date,
	"price" numeric(10, 2),
	"currency" text NOT NULL,
	"limits" jsonb NOT NULL,
	"warned_days" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "company_plans_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "company_plans_dates_check" CHECK ("company_plans"."end_date" >= "company_plans"."start_date"),
	CONSTRAINT "company_plans_currency_check" CHECK ("company_plans"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text,
	"name" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"period" text NOT NULL,
	"prices" jsonb NOT NULL,
	"limits" jsonb NOT NULL,
	"is_trial" boolean DEFAULT false NOT NULL,
	"days" integer,
	"is_offered" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "plans_key_key" UNIQUE("key"),
	CONSTRAINT "plans_days_check" CHECK ("plans"."days" > 0)
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"company_id" integer NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"rules" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "roles_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "roles_id_check" CHECK ("roles"."id" between 2001 and 2999 or "roles"."id" between 3001 and 3999)
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "country_id" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "kind_of_business" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "currency" text DEFAULT 'EUR' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "two_factor_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "own_role_id" integer GENERATED ALWAYS AS (case when ended_at is null and role_id > 2000 and role_id < 4000 and role_id <> 3000 then role_id end) STORED;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "frozen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invite_forms" ADD CONSTRAINT "invite_forms_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_forms" ADD CONSTRAINT "invite_forms_invite_id_fk" FOREIGN KEY ("company_id","invite_id") REFERENCES "public"."invites"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_forms" ADD CONSTRAINT "invite_forms_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_role_id_fk" FOREIGN KEY ("company_id","own_role_id") REFERENCES "public"."roles"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_plans" ADD CONSTRAINT "company_plans_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_plans" ADD CONSTRAINT "company_plans_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_plans" ADD CONSTRAINT "company_plans_selected_plan_id_plans_id_fk" FOREIGN KEY ("selected_plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invite_forms_form_idx" ON "invite_forms" USING btree ("company_id","form_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invites_email_key" ON "invites" USING btree ("company_id",lower("email")) WHERE "invites"."accepted_at" is null and "invites"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "invites_company_id_email_idx" ON "invites" USING btree ("company_id","email");--> statement-breakpoint
CREATE INDEX "invites_company_id_created_at_idx" ON "invites" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "invites_company_id_expires_at_idx" ON "invites" USING btree ("company_id","expires_at");--> statement-breakpoint
CREATE INDEX "invites_email_idx" ON "invites" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "invites_invited_by_idx" ON "invites" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "invites_accepted_by_idx" ON "invites" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "invites_own_role_id_idx" ON "invites" USING btree ("company_id","own_role_id");--> statement-breakpoint
CREATE INDEX "company_plans_company_id_start_date_idx" ON "company_plans" USING btree ("company_id","start_date");--> statement-breakpoint
CREATE INDEX "company_plans_company_id_end_date_idx" ON "company_plans" USING btree ("company_id","end_date");--> statement-breakpoint
CREATE INDEX "company_plans_end_date_idx" ON "company_plans" USING btree ("end_date");--> statement-breakpoint
CREATE INDEX "company_plans_plan_id_idx" ON "company_plans" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "company_plans_selected_plan_id_idx" ON "company_plans" USING btree ("selected_plan_id");--> statement-breakpoint
CREATE INDEX "plans_position_idx" ON "plans" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name_key" ON "roles" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE INDEX "roles_company_id_created_at_idx" ON "roles" USING btree ("company_id","created_at");--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role_id_fk" FOREIGN KEY ("company_id","own_role_id") REFERENCES "public"."roles"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "companies_name_idx" ON "companies" USING btree ("name");--> statement-breakpoint
CREATE INDEX "companies_created_at_idx" ON "companies" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "companies_updated_at_idx" ON "companies" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "companies_archived_at_idx" ON "companies" USING btree ("archived_at") WHERE "companies"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "memberships_role_id_idx" ON "memberships" USING btree ("company_id","role_id");--> statement-breakpoint
CREATE INDEX "memberships_own_role_id_idx" ON "memberships" USING btree ("company_id","own_role_id");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_currency_check" CHECK ("companies"."currency" ~ '^[A-Z]{3}$');