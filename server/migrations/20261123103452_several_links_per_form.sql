ALTER TABLE "public_links" DROP CONSTRAINT "public_links_form_key";--> statement-breakpoint
ALTER TABLE "public_links" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "public_links" ADD COLUMN "label_question" text;--> statement-breakpoint
CREATE INDEX "public_links_form_idx" ON "public_links" USING btree ("company_id","form_id","id");
