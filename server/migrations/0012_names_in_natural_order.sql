CREATE COLLATION "natural_order" (provider = icu, locale = 'und-u-kn-true');--> statement-breakpoint
ALTER TABLE "animal_groups" ALTER COLUMN "name" SET DATA TYPE text collate "natural_order";--> statement-breakpoint
ALTER TABLE "animals" ALTER COLUMN "name" SET DATA TYPE text collate "natural_order";--> statement-breakpoint
ALTER TABLE "animals" ALTER COLUMN "identifier" SET DATA TYPE text collate "natural_order";--> statement-breakpoint
ALTER TABLE "companies" ALTER COLUMN "name" SET DATA TYPE text collate "natural_order";--> statement-breakpoint
ALTER TABLE "locations" ALTER COLUMN "name" SET DATA TYPE text collate "natural_order";--> statement-breakpoint
ALTER TABLE "roles" ALTER COLUMN "name" SET DATA TYPE text collate "natural_order";--> statement-breakpoint
ALTER TABLE "tasks" ALTER COLUMN "title" SET DATA TYPE text collate "natural_order";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "name" SET DATA TYPE text collate "natural_order";