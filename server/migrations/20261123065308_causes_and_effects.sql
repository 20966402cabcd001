CREATE TABLE "effect_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "effect_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"sent_task_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	"effect" text,
	CONSTRAINT "effect_checks_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "effect_checks_task_key" UNIQUE("company_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "root_causes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "root_cause" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "root_cause_words" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "control" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "verify_after_days" integer;--> statement-breakpoint
ALTER TABLE "effect_checks" ADD CONSTRAINT "effect_checks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "effect_checks" ADD CONSTRAINT "effect_checks_sent_task_id_fk" FOREIGN KEY ("company_id","sent_task_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "effect_checks" ADD CONSTRAINT "effect_checks_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "effect_checks_sent_task_idx" ON "effect_checks" USING btree ("company_id","sent_task_id");
