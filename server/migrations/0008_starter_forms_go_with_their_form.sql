ALTER TABLE "invite_forms" DROP CONSTRAINT "invite_forms_form_id_fk";
--> statement-breakpoint
ALTER TABLE "invite_forms" ADD CONSTRAINT "invite_forms_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE cascade ON UPDATE no action;