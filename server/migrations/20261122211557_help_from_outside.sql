CREATE TABLE "helper_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "helper_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"helper_id" integer NOT NULL,
	"text" text,
	"file_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "helper_notes_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "helpers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "helpers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"sent_task_id" integer NOT NULL,
	"email" text NOT NULL,
	"language_id" integer NOT NULL,
	"message" text,
	"invited_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"delivery_error" text,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "helpers_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "completed_outside" text;--> statement-breakpoint
ALTER TABLE "helper_notes" ADD CONSTRAINT "helper_notes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helper_notes" ADD CONSTRAINT "helper_notes_helper_id_fk" FOREIGN KEY ("company_id","helper_id") REFERENCES "public"."helpers"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helper_notes" ADD CONSTRAINT "helper_notes_file_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_sent_task_id_fk" FOREIGN KEY ("company_id","sent_task_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "helper_notes_helper_idx" ON "helper_notes" USING btree ("company_id","helper_id");--> statement-breakpoint
CREATE INDEX "helper_notes_file_idx" ON "helper_notes" USING btree ("company_id","file_id");--> statement-breakpoint
CREATE INDEX "helpers_sent_task_idx" ON "helpers" USING btree ("company_id","sent_task_id");--> statement-breakpoint
CREATE INDEX "helpers_invited_by_idx" ON "helpers" USING btree ("invited_by");
