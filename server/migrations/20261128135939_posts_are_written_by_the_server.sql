-- Messages are written by the server alone (server/messaging/messages.ts): no rule of theirs stands in the database.
DROP FUNCTION post_message;
--> statement-breakpoint
DROP FUNCTION tell_posted;
--> statement-breakpoint
DROP FUNCTION tell_nodes;
--> statement-breakpoint
DROP FUNCTION spend_message;
