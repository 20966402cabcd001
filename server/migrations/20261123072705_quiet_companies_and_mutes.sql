CREATE TABLE "notice_mutes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_mutes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"about" text,
	"person_id" integer,
	"name" text,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_mutes_what_key" UNIQUE NULLS NOT DISTINCT("company_id","user_id","about","person_id"),
	CONSTRAINT "notice_mutes_one" CHECK (num_nonnulls("notice_mutes"."about", "notice_mutes"."person_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "quiet_from" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "quiet_to" text;--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD COLUMN "is_never_quiet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "by_id" integer;--> statement-breakpoint
ALTER TABLE "notice_mutes" ADD CONSTRAINT "notice_mutes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_mutes" ADD CONSTRAINT "notice_mutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_mutes" ADD CONSTRAINT "notice_mutes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_mutes_user_idx" ON "notice_mutes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notice_mutes_person_idx" ON "notice_mutes" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_by_id_idx" ON "notices" USING btree ("by_id");
