CREATE TABLE "backup_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"target" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text,
	"rows" bigint,
	"files" integer,
	"bytes" bigint,
	"missing" integer,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "realtime_nodes" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "realtime_nodes" ADD COLUMN "started_at" timestamp (3) with time zone DEFAULT clock_timestamp();
