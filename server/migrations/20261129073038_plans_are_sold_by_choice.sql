CREATE TABLE "plan_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"is_selling" boolean DEFAULT false NOT NULL,
	CONSTRAINT "plan_settings_id_check" CHECK ("plan_settings"."id" = 1)
);

--> statement-breakpoint
INSERT INTO "plan_settings" ("is_selling") SELECT EXISTS (SELECT FROM "plans");
