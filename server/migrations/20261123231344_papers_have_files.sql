ALTER TABLE "papers" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "papers" ADD COLUMN "earlier" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "papers_files_idx" ON "papers" USING gin ("files" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "papers_earlier_idx" ON "papers" USING gin ("earlier" jsonb_path_ops);
