ALTER TABLE "locations" ADD COLUMN "capacity_heads" integer;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "floor_area" double precision;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "official_numbers" jsonb;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "outline" jsonb;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_room" CHECK ("locations"."capacity_heads" > 0 and "locations"."floor_area" > 0);
