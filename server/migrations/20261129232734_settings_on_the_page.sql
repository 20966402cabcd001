CREATE TABLE "platform_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text,
	"sealed" "bytea",
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

