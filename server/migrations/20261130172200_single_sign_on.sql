CREATE TABLE "sso_connections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sso_connections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"secret" "bytea",
	"join_claim" text,
	"join_value" text,
	"default_role_id" integer NOT NULL,
	"role_claim" text,
	"role_values" jsonb NOT NULL,
	"acr_values" text[] NOT NULL,
	"ends_there" boolean DEFAULT false NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"password_off_at" timestamp (3) with time zone,
	"break_glass_user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sso_connections_company_id_key" UNIQUE NULLS NOT DISTINCT("company_id")
);
--> statement-breakpoint
CREATE TABLE "sso_domains" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sso_domains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"connection_id" integer NOT NULL,
	"domain" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" integer,
	CONSTRAINT "sso_domains_connection_id_key" UNIQUE("connection_id","domain")
);
--> statement-breakpoint
CREATE TABLE "sso_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sso_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"connection_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"is_admin_by_claim" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "sso_links_subject_key" UNIQUE("connection_id","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "sso_proofs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sso_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"connection_id" integer NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"browser_hash" text,
	"user_id" integer,
	"session_id" integer,
	"link" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sso_proofs_token_hash_key" UNIQUE("connection_id","kind","token_hash")
);
--> statement-breakpoint
ALTER TABLE "login_challenges" ADD COLUMN "sso_connection_id" integer;--> statement-breakpoint
ALTER TABLE "login_challenges" ADD COLUMN "sso_session_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "sso_connection_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "only_company_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "sso_session_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "has_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD CONSTRAINT "sso_connections_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD CONSTRAINT "sso_connections_break_glass_user_id_users_id_fk" FOREIGN KEY ("break_glass_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_domains" ADD CONSTRAINT "sso_domains_connection_id_sso_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."sso_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_domains" ADD CONSTRAINT "sso_domains_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_links" ADD CONSTRAINT "sso_links_connection_id_sso_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."sso_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_links" ADD CONSTRAINT "sso_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_proofs" ADD CONSTRAINT "sso_proofs_connection_id_sso_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."sso_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_proofs" ADD CONSTRAINT "sso_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sso_connections_break_glass_user_id_idx" ON "sso_connections" USING btree ("break_glass_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sso_domains_domain_key" ON "sso_domains" USING btree ("domain") WHERE "sso_domains"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "sso_domains_confirmed_by_idx" ON "sso_domains" USING btree ("confirmed_by");--> statement-breakpoint
CREATE INDEX "sso_links_user_id_idx" ON "sso_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sso_proofs_user_id_idx" ON "sso_proofs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sso_proofs_expires_at_idx" ON "sso_proofs" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "login_challenges" ADD CONSTRAINT "login_challenges_sso_connection_id_sso_connections_id_fk" FOREIGN KEY ("sso_connection_id") REFERENCES "public"."sso_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_sso_connection_id_sso_connections_id_fk" FOREIGN KEY ("sso_connection_id") REFERENCES "public"."sso_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_only_company_id_companies_id_fk" FOREIGN KEY ("only_company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_challenges_sso_connection_id_idx" ON "login_challenges" USING btree ("sso_connection_id");--> statement-breakpoint
CREATE INDEX "sessions_sso_connection_id_idx" ON "sessions" USING btree ("sso_connection_id");--> statement-breakpoint
CREATE INDEX "sessions_only_company_id_idx" ON "sessions" USING btree ("only_company_id");
