CREATE TABLE "pass_closings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pass_closings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"pass_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"device_time" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL,
	"signed_by" text NOT NULL,
	"signature_id" integer NOT NULL,
	CONSTRAINT "pass_closings_pass_key" UNIQUE("company_id","pass_id"),
	CONSTRAINT "pass_closings_file_key" UNIQUE("company_id","signature_id")
);
--> statement-breakpoint
CREATE TABLE "pass_finding_photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pass_finding_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"finding_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "pass_finding_photos_file_key" UNIQUE("company_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "pass_findings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pass_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"pass_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"device_time" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"kind" text,
	"record_id" integer,
	"location" text,
	"text" text NOT NULL,
	"severity" text NOT NULL,
	"due_on" date NOT NULL,
	"task_id" integer,
	CONSTRAINT "pass_findings_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "pass_findings_uuid_key" UNIQUE("company_id","pass_id","uuid"),
	CONSTRAINT "pass_findings_record" CHECK (("pass_findings"."kind" is null) = ("pass_findings"."record_id" is null))
);
--> statement-breakpoint
CREATE TABLE "pass_picks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pass_picks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"pass_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"device_time" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "pass_picks_uuid_key" UNIQUE("company_id","pass_id","uuid")
);
--> statement-breakpoint
ALTER TABLE "pass_closings" ADD CONSTRAINT "pass_closings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_closings" ADD CONSTRAINT "pass_closings_pass_id_fk" FOREIGN KEY ("company_id","pass_id") REFERENCES "public"."passes"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_closings" ADD CONSTRAINT "pass_closings_signature_id_fk" FOREIGN KEY ("company_id","signature_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_finding_photos" ADD CONSTRAINT "pass_finding_photos_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_finding_photos" ADD CONSTRAINT "pass_finding_photos_finding_id_fk" FOREIGN KEY ("company_id","finding_id") REFERENCES "public"."pass_findings"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_finding_photos" ADD CONSTRAINT "pass_finding_photos_file_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_findings" ADD CONSTRAINT "pass_findings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_findings" ADD CONSTRAINT "pass_findings_pass_id_fk" FOREIGN KEY ("company_id","pass_id") REFERENCES "public"."passes"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_findings" ADD CONSTRAINT "pass_findings_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_picks" ADD CONSTRAINT "pass_picks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_picks" ADD CONSTRAINT "pass_picks_pass_id_fk" FOREIGN KEY ("company_id","pass_id") REFERENCES "public"."passes"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pass_finding_photos_finding_idx" ON "pass_finding_photos" USING btree ("company_id","finding_id");--> statement-breakpoint
CREATE INDEX "pass_findings_task_idx" ON "pass_findings" USING btree ("company_id","task_id");
