CREATE TABLE "provisioned_group_members" (
	"company_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"provisioned_user_id" integer NOT NULL,
	CONSTRAINT "provisioned_group_members_pk" PRIMARY KEY("company_id","group_id","provisioned_user_id")
);
--> statement-breakpoint
CREATE TABLE "provisioned_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provisioned_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"role_id" integer,
	"reach_locations" integer[],
	"reach_groups" integer[],
	"reach_vehicles" integer[],
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provisioned_groups_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "provisioned_groups_reach" CHECK (num_nonnulls("provisioned_groups"."reach_locations", "provisioned_groups"."reach_groups", "provisioned_groups"."reach_vehicles") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "provisioned_users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provisioned_users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"external_id" text,
	"email" text NOT NULL,
	"display_name" text,
	"name" jsonb,
	"emails" jsonb,
	"is_active" boolean NOT NULL,
	"user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provisioned_users_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "provisioned_group_members" ADD CONSTRAINT "provisioned_group_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_members" ADD CONSTRAINT "provisioned_group_members_group_id_fk" FOREIGN KEY ("company_id","group_id") REFERENCES "public"."provisioned_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_members" ADD CONSTRAINT "provisioned_group_members_user_id_fk" FOREIGN KEY ("company_id","provisioned_user_id") REFERENCES "public"."provisioned_users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_groups" ADD CONSTRAINT "provisioned_groups_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_users" ADD CONSTRAINT "provisioned_users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_users" ADD CONSTRAINT "provisioned_users_user_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provisioned_group_members_provisioned_user_id_idx" ON "provisioned_group_members" USING btree ("company_id","provisioned_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provisioned_groups_display_name_key" ON "provisioned_groups" USING btree ("company_id",lower("display_name"));--> statement-breakpoint
CREATE INDEX "provisioned_groups_external_id_idx" ON "provisioned_groups" USING btree ("company_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provisioned_users_user_name_key" ON "provisioned_users" USING btree ("company_id",lower("user_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "provisioned_users_user_id_key" ON "provisioned_users" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "provisioned_users_external_id_idx" ON "provisioned_users" USING btree ("company_id","external_id");--> statement-breakpoint
CREATE INDEX "provisioned_users_email_idx" ON "provisioned_users" USING btree ("company_id",lower("email"));
