ALTER TABLE "register_imports" DROP CONSTRAINT "register_imports_ended";--> statement-breakpoint
ALTER TABLE "register_import_lines" ADD COLUMN "row_id" integer;--> statement-breakpoint
ALTER TABLE "register_import_lines" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "register_imports" ADD CONSTRAINT "register_imports_ended" CHECK (("register_imports"."state" in ('tried', 'done', 'cancelled', 'failed', 'undone')) = ("register_imports"."finished_at" is not null));
