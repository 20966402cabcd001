ALTER TABLE "animals" ADD COLUMN "photos" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "also_responsible_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "animals_photos_idx" ON "animals" USING gin ("photos" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "withholds_until_idx" ON "withholds" USING btree ("company_id","until");
