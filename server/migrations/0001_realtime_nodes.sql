CREATE UNLOGGED TABLE "realtime_members" (
	"channel" text NOT NULL,
	"socket_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"user_info" json NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "realtime_members_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "realtime_members_channel_socket_id_pk" PRIMARY KEY("channel","socket_id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "realtime_nodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "realtime_payloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "realtime_members" ADD CONSTRAINT "realtime_members_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."realtime_nodes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "realtime_members_node_id_idx" ON "realtime_members" USING btree ("node_id","channel");