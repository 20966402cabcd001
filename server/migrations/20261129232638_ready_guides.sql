ALTER TABLE "guides" ADD COLUMN "template_key" text;--> statement-breakpoint
ALTER TABLE "guides" ADD CONSTRAINT "guides_template_key_key" UNIQUE("company_id","template_key");
