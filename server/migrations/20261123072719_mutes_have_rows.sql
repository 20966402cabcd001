-- What somebody muted stays muted, for good as before.
INSERT INTO "notice_mutes" ("company_id", "user_id", "about")
SELECT "company_id", "user_id", unnest("muted") FROM "notice_preferences" ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE "notice_preferences" DROP COLUMN "muted";
