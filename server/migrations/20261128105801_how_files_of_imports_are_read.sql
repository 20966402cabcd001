ALTER TABLE "register_import_lines" ADD COLUMN "typed" text[];--> statement-breakpoint
ALTER TABLE "register_imports" ADD COLUMN "encoding" text;--> statement-breakpoint
ALTER TABLE "register_imports" ADD COLUMN "readings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "register_imports" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;
