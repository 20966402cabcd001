CREATE TABLE "change_marks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"epoch" uuid NOT NULL,
	"transaction" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"company_id" integer NOT NULL,
	"kind" text NOT NULL,
	"transaction" bigint NOT NULL,
	"row_id" integer NOT NULL,
	"before" jsonb,
	CONSTRAINT "changes_company_id_kind_transaction_row_id_pk" PRIMARY KEY("company_id","kind","transaction","row_id")
);
--> statement-breakpoint
CREATE INDEX "change_marks_at_idx" ON "change_marks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "changes_row_idx" ON "changes" USING btree ("company_id","kind","row_id","transaction") WHERE "changes"."before" is not null;--> statement-breakpoint
CREATE INDEX "changes_transaction_idx" ON "changes" USING brin ("transaction");
--> statement-breakpoint
-- Where counting begins. Earlier writes are read with all rows.
INSERT INTO "change_marks" ("epoch", "transaction", "at")
SELECT gen_random_uuid(), pg_snapshot_xmin(pg_current_snapshot())::text::bigint, clock_timestamp() + interval '1 millisecond';
