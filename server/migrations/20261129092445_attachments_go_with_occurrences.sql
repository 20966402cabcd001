ALTER TABLE "message_attachments" DROP CONSTRAINT "message_attachments_sent_task_id_fk";
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_sent_task_id_fk" FOREIGN KEY ("company_id","sent_task_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;
