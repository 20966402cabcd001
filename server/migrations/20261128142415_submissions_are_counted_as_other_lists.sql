DROP TRIGGER submissions_counted_in ON submissions;
--> statement-breakpoint
DROP TRIGGER submissions_counted_out ON submissions;
--> statement-breakpoint
DROP TRIGGER submissions_counted_anew ON submissions;
--> statement-breakpoint
DROP FUNCTION count_written_submissions;
--> statement-breakpoint
DROP FUNCTION count_submissions;
--> statement-breakpoint
DROP FUNCTION recount_submissions;
--> statement-breakpoint
DROP TABLE "submission_counts" CASCADE;
