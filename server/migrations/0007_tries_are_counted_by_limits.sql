ALTER TABLE "enrolments" DROP COLUMN "wrong_tries";--> statement-breakpoint
ALTER TABLE "login_challenges" DROP COLUMN "tries";