CREATE TABLE "documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"record_id" integer,
	"version" integer,
	"locale" text NOT NULL,
	"input_hash" text NOT NULL,
	"template" text NOT NULL,
	"to_print" jsonb,
	"filename" text NOT NULL,
	"is_sealed" boolean NOT NULL,
	"token" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"worked_by" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"path" text,
	"sha256" text,
	"size" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "documents_token_key" UNIQUE("token"),
	CONSTRAINT "documents_path_key" UNIQUE("path"),
	CONSTRAINT "documents_ready" CHECK (("documents"."state" = 'ready') = ("documents"."path" is not null) and num_nonnulls("documents"."path", "documents"."sha256", "documents"."size") in (0, 3)),
	CONSTRAINT "documents_to_print" CHECK (("documents"."state" in ('waiting', 'working')) = ("documents"."to_print" is not null)),
	CONSTRAINT "documents_sealed" CHECK ("documents"."is_sealed" = ("documents"."token" is not null))
);
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_user_idx" ON "documents" USING btree ("company_id","user_id","id");--> statement-breakpoint
CREATE INDEX "documents_user_id_idx" ON "documents" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "documents_record_idx" ON "documents" USING btree ("company_id","kind","record_id");--> statement-breakpoint
CREATE INDEX "documents_input_idx" ON "documents" USING btree ("company_id","user_id","input_hash");--> statement-breakpoint
CREATE INDEX "documents_expires_at_idx" ON "documents" USING btree ("expires_at");
