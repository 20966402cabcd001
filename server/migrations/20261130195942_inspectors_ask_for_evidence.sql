CREATE TABLE "pass_request_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pass_request_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"request_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"device_time" text,
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"user_id" integer,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "pass_request_entries_uuid_key" UNIQUE("company_id","request_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "pass_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pass_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"pass_id" integer NOT NULL,
	"number" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"due_on" date NOT NULL,
	"kind" text,
	"record_id" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"task_id" integer,
	CONSTRAINT "pass_requests_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "pass_requests_number_key" UNIQUE("company_id","pass_id","number"),
	CONSTRAINT "pass_requests_uuid_key" UNIQUE("company_id","pass_id","uuid"),
	CONSTRAINT "pass_requests_record" CHECK (("pass_requests"."kind" is null) = ("pass_requests"."record_id" is null))
);
--> statement-breakpoint
ALTER TABLE "pass_views" ADD COLUMN "request_number" integer;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "opens_papers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pass_request_entries" ADD CONSTRAINT "pass_request_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_request_entries" ADD CONSTRAINT "pass_request_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_request_entries" ADD CONSTRAINT "pass_request_entries_request_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."pass_requests"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_requests" ADD CONSTRAINT "pass_requests_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_requests" ADD CONSTRAINT "pass_requests_pass_id_fk" FOREIGN KEY ("company_id","pass_id") REFERENCES "public"."passes"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_requests" ADD CONSTRAINT "pass_requests_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pass_request_entries_request_idx" ON "pass_request_entries" USING btree ("company_id","request_id","id");--> statement-breakpoint
CREATE INDEX "pass_request_entries_user_id_idx" ON "pass_request_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pass_requests_task_idx" ON "pass_requests" USING btree ("company_id","task_id");
