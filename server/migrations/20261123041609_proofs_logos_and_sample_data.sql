CREATE TABLE "sample_sets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sample_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sample_sets_company_key" UNIQUE("company_id")
);
--> statement-breakpoint
CREATE TABLE "sent_task_photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sent_task_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"sent_task_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "sent_task_photos_file_key" UNIQUE("company_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "logo" jsonb;--> statement-breakpoint
ALTER TABLE "sample_sets" ADD CONSTRAINT "sample_sets_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_task_photos" ADD CONSTRAINT "sent_task_photos_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_task_photos" ADD CONSTRAINT "sent_task_photos_sent_task_id_fk" FOREIGN KEY ("company_id","sent_task_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_task_photos" ADD CONSTRAINT "sent_task_photos_file_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_task_photos_sent_task_idx" ON "sent_task_photos" USING btree ("company_id","sent_task_id");
