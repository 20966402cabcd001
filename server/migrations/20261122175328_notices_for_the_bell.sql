CREATE TABLE "notice_preferences" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_preferences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"mailed" text[] DEFAULT '{}' NOT NULL,
	"silent" text[] DEFAULT '{}' NOT NULL,
	"muted" text[] DEFAULT '{}' NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"digest_at" text,
	CONSTRAINT "notice_preferences_user_key" UNIQUE("company_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "said" jsonb;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "href" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "is_urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "digest_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD COLUMN "escalated" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_preferences_user_idx" ON "notice_preferences" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notices_bell_idx" ON "notices" USING btree ("company_id","user_id","created_at") WHERE "notices"."said" is not null;--> statement-breakpoint
CREATE INDEX "notices_unread_idx" ON "notices" USING btree ("company_id","user_id") WHERE "notices"."said" is not null and "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_digest_at_idx" ON "notices" USING btree ("digest_at") WHERE "notices"."digest_at" is not null;--> statement-breakpoint
CREATE INDEX "sent_tasks_escalation_idx" ON "sent_tasks" USING btree ("due_at") WHERE "sent_tasks"."escalated" < 2 and num_nonnulls("sent_tasks"."completed_at", "sent_tasks"."skipped_at", "sent_tasks"."missed_at") = 0;
