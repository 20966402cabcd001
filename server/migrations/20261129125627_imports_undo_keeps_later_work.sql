ALTER TABLE "register_imports" DROP CONSTRAINT "register_imports_ended";--> statement-breakpoint
ALTER TABLE "register_import_lines" ADD COLUMN "row_revision" integer;--> statement-breakpoint
ALTER TABLE "register_imports" ADD COLUMN "stayed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "register_imports" ADD COLUMN "undo_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "register_imports" ADD CONSTRAINT "register_imports_ended" CHECK (("register_imports"."state" in ('read', 'trying', 'working', 'undoing')) = ("register_imports"."finished_at" is null));
