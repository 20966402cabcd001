-- An identity column of an unlogged table has an unlogged sequence. On a standby that becomes the primary PostgreSQL 15
-- cannot read that one any more, so it is made again, where it broke as well, and is logged.
ALTER TABLE "realtime_members" ALTER COLUMN "number" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "realtime_members" ALTER COLUMN "number" ADD GENERATED ALWAYS AS IDENTITY (sequence name "realtime_members_number_seq");
--> statement-breakpoint
ALTER SEQUENCE "realtime_members_number_seq" SET LOGGED;
--> statement-breakpoint
SELECT setval('realtime_members_number_seq', coalesce((SELECT max("number") FROM "realtime_members"), 0) + 1);
