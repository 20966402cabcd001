CREATE TABLE "submission_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"format" text NOT NULL,
	"values" text NOT NULL,
	"with_files" boolean NOT NULL,
	"filters" jsonb NOT NULL,
	"locale" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"worked_by" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"path" text,
	"filename" text,
	"size" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "submission_exports_ready" CHECK (("submission_exports"."state" = 'ready') = ("submission_exports"."path" is not null)),
	CONSTRAINT "submission_exports_ended" CHECK (("submission_exports"."state" in ('waiting', 'working')) = ("submission_exports"."finished_at" is null))
);
--> statement-breakpoint
ALTER TABLE "submission_exports" ADD CONSTRAINT "submission_exports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_exports" ADD CONSTRAINT "submission_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_exports_user_idx" ON "submission_exports" USING btree ("company_id","user_id","id");--> statement-breakpoint
CREATE INDEX "submission_exports_user_id_idx" ON "submission_exports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "submission_exports_expires_at_idx" ON "submission_exports" USING btree ("expires_at") WHERE "submission_exports"."expires_at" is not null;
