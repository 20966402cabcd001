CREATE TABLE "animal_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animal_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"species" text,
	"location_id" integer,
	"notes" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "animal_groups_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "animals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"identifier" text,
	"species" text NOT NULL,
	"sex" text NOT NULL,
	"birth_date" date,
	"animal_group_id" integer,
	"notes" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "animals_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"company_id" integer,
	"token_hash" text NOT NULL,
	"token_expires_at" timestamp (3) with time zone NOT NULL,
	"previous_token_hash" text,
	"previous_token_expires_at" timestamp (3) with time zone,
	"refreshable_until" timestamp (3) with time zone NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_previousTokenHash_unique" UNIQUE("previous_token_hash")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"language_id" integer DEFAULT 1 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "memberships_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"submission_id" integer,
	"question_id" text,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_path_unique" UNIQUE("path"),
	CONSTRAINT "files_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "files_uuid_key" UNIQUE("company_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "form_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_by" integer NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_versions_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "form_versions_number_key" UNIQUE("company_id","form_id","number")
);
--> statement-breakpoint
CREATE TABLE "forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"category" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer,
	"has_unpublished_changes" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "forms_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "locations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"parent_id" integer,
	"notes" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "locations_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"submission_id" integer NOT NULL,
	"question_id" text NOT NULL,
	"task_id" integer NOT NULL,
	CONSTRAINT "findings_question_key" UNIQUE("company_id","submission_id","question_id"),
	CONSTRAINT "findings_task_key" UNIQUE("company_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "submission_subjects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_subjects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"submission_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"location_id" integer,
	CONSTRAINT "submission_subjects_subject_key" UNIQUE NULLS NOT DISTINCT("company_id","submission_id","animal_id","animal_group_id","location_id"),
	CONSTRAINT "submission_subjects_one" CHECK (num_nonnulls("submission_subjects"."animal_id", "submission_subjects"."animal_group_id", "submission_subjects"."location_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"form_id" integer NOT NULL,
	"form_version_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"task_sent_id" integer,
	"status" text DEFAULT 'draft' NOT NULL,
	"answers" jsonb NOT NULL,
	"score" jsonb,
	"score_percent" real,
	"band" text,
	"critical_failed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "submissions_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "submissions_uuid_key" UNIQUE("company_id","uuid"),
	CONSTRAINT "submissions_completed" CHECK (("submissions"."status" = 'complete') = ("submissions"."completed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "sent_tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sent_tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"completed_by" integer,
	"skipped_at" timestamp (3) with time zone,
	"skipped_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_tasks_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "sent_tasks_occurrence_key" UNIQUE("company_id","task_id","user_id","starts_at"),
	CONSTRAINT "sent_tasks_one_end" CHECK ("sent_tasks"."completed_at" is null or "sent_tasks"."skipped_at" is null)
);
--> statement-breakpoint
CREATE TABLE "task_assignees" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_assignees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	"user_id" integer,
	"role_id" integer,
	CONSTRAINT "task_assignees_user_key" UNIQUE("company_id","task_id","user_id"),
	CONSTRAINT "task_assignees_role_key" UNIQUE("company_id","task_id","role_id"),
	CONSTRAINT "task_assignees_one" CHECK (num_nonnulls("task_assignees"."user_id", "task_assignees"."role_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "task_subjects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_subjects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"location_id" integer,
	CONSTRAINT "task_subjects_subject_key" UNIQUE NULLS NOT DISTINCT("company_id","task_id","animal_id","animal_group_id","location_id"),
	CONSTRAINT "task_subjects_one" CHECK (num_nonnulls("task_subjects"."animal_id", "task_subjects"."animal_group_id", "task_subjects"."location_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"priority" text NOT NULL,
	"starts_at" text NOT NULL,
	"due_after" text NOT NULL,
	"timezone" text NOT NULL,
	"form_id" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "tasks_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"avatar" text,
	"language_id" integer DEFAULT 1 NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"admin_since" timestamp (3) with time zone,
	"privacy_accepted_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "platform_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "animal_groups" ADD CONSTRAINT "animal_groups_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_groups" ADD CONSTRAINT "animal_groups_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forms" ADD CONSTRAINT "forms_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_parent_id_fk" FOREIGN KEY ("company_id","parent_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_form_version_id_fk" FOREIGN KEY ("company_id","form_version_id") REFERENCES "public"."form_versions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_task_sent_id_fk" FOREIGN KEY ("company_id","task_sent_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_completed_by_users_id_fk" FOREIGN KEY ("completed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_user_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_user_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_name_idx" ON "animal_groups" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "animal_groups_location_idx" ON "animal_groups" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE INDEX "animals_company_id_name_idx" ON "animals" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "animals_group_idx" ON "animals" USING btree ("company_id","animal_group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "animals_identifier_key" ON "animals" USING btree ("company_id",lower("identifier")) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "memberships_user_id_idx" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "files_submission_idx" ON "files" USING btree ("company_id","submission_id");--> statement-breakpoint
CREATE INDEX "forms_company_id_status_idx" ON "forms" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "locations_company_id_name_idx" ON "locations" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "locations_parent_idx" ON "locations" USING btree ("company_id","parent_id");--> statement-breakpoint
CREATE INDEX "submission_subjects_animal_idx" ON "submission_subjects" USING btree ("company_id","animal_id");--> statement-breakpoint
CREATE INDEX "submission_subjects_animal_group_idx" ON "submission_subjects" USING btree ("company_id","animal_group_id");--> statement-breakpoint
CREATE INDEX "submission_subjects_location_idx" ON "submission_subjects" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE INDEX "submissions_completed_at_idx" ON "submissions" USING btree ("company_id","completed_at");--> statement-breakpoint
CREATE INDEX "submissions_score_idx" ON "submissions" USING btree ("company_id","score_percent");--> statement-breakpoint
CREATE INDEX "submissions_updated_at_idx" ON "submissions" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "submissions_form_idx" ON "submissions" USING btree ("company_id","form_id","completed_at");--> statement-breakpoint
CREATE INDEX "submissions_user_idx" ON "submissions" USING btree ("company_id","user_id","updated_at");--> statement-breakpoint
CREATE INDEX "submissions_task_sent_idx" ON "submissions" USING btree ("company_id","task_sent_id");--> statement-breakpoint
CREATE INDEX "sent_tasks_user_due_idx" ON "sent_tasks" USING btree ("company_id","user_id","due_at");--> statement-breakpoint
CREATE INDEX "sent_tasks_user_completed_idx" ON "sent_tasks" USING btree ("company_id","user_id","completed_at");--> statement-breakpoint
CREATE INDEX "sent_tasks_company_due_idx" ON "sent_tasks" USING btree ("company_id","due_at");--> statement-breakpoint
CREATE INDEX "sent_tasks_company_completed_idx" ON "sent_tasks" USING btree ("company_id","completed_at");--> statement-breakpoint
CREATE INDEX "tasks_company_id_title_idx" ON "tasks" USING btree ("company_id","title");--> statement-breakpoint
CREATE INDEX "tasks_company_id_created_at_idx" ON "tasks" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "tasks_company_id_updated_at_idx" ON "tasks" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "tasks_form_idx" ON "tasks" USING btree ("company_id","form_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");