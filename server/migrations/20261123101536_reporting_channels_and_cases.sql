CREATE TABLE "case_files" (
	"id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"case_id" integer NOT NULL,
	"message_id" integer,
	"question_id" text,
	"uuid" uuid NOT NULL,
	"position" integer NOT NULL,
	"content_type" text NOT NULL,
	"extension" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "case_files_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "case_files_uuid_key" UNIQUE("company_id","case_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "case_messages" (
	"id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"case_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer,
	"uuid" uuid NOT NULL,
	"text" text NOT NULL,
	"said_on" date NOT NULL,
	CONSTRAINT "case_messages_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "case_messages_position_key" UNIQUE("company_id","case_id","position"),
	CONSTRAINT "case_messages_uuid_key" UNIQUE("company_id","case_id","uuid"),
	CONSTRAINT "case_messages_author" CHECK (("case_messages"."kind" = 'reporter') = ("case_messages"."user_id" is null))
);
--> statement-breakpoint
CREATE TABLE "case_readings" (
	"company_id" integer NOT NULL,
	"case_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"what" text NOT NULL,
	"on_day" date NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "case_readings_company_id_case_id_user_id_what_on_day_pk" PRIMARY KEY("company_id","case_id","user_id","what","on_day")
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"form_version_id" integer NOT NULL,
	"identity" text NOT NULL,
	"contact" text,
	"locale" text NOT NULL,
	"answers" jsonb NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"lookup" text NOT NULL,
	"code_hash" text NOT NULL,
	"received_on" date NOT NULL,
	"acknowledged_on" date,
	"answered_on" date,
	"closed_on" date,
	"erase_on" date,
	"has_returned" boolean DEFAULT false NOT NULL,
	"has_news" boolean DEFAULT true NOT NULL,
	"is_untold" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "cases_lookup_unique" UNIQUE("lookup"),
	CONSTRAINT "cases_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "cases_contact" CHECK ("cases"."identity" <> 'anonymous' or "cases"."contact" is null)
);
--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "is_channel" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_case_id_fk" FOREIGN KEY ("company_id","case_id") REFERENCES "public"."cases"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."case_messages"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_case_id_fk" FOREIGN KEY ("company_id","case_id") REFERENCES "public"."cases"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_case_id_fk" FOREIGN KEY ("company_id","case_id") REFERENCES "public"."cases"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_form_version_id_fk" FOREIGN KEY ("company_id","form_version_id") REFERENCES "public"."form_versions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_files_message_id_idx" ON "case_files" USING btree ("company_id","message_id");--> statement-breakpoint
CREATE INDEX "case_messages_user_id_idx" ON "case_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "case_readings_user_id_idx" ON "case_readings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cases_list_idx" ON "cases" USING btree ("company_id","received_on","id");--> statement-breakpoint
CREATE INDEX "cases_status_idx" ON "cases" USING btree ("company_id","status","received_on");--> statement-breakpoint
CREATE INDEX "cases_form_id_idx" ON "cases" USING btree ("company_id","form_id");--> statement-breakpoint
CREATE INDEX "cases_form_version_id_idx" ON "cases" USING btree ("company_id","form_version_id");--> statement-breakpoint
CREATE INDEX "cases_erase_on_idx" ON "cases" USING btree ("erase_on") WHERE "cases"."erase_on" is not null;
