CREATE TABLE "papers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"vehicle_id" integer,
	"holder_id" integer,
	"kind" text NOT NULL,
	"number" text,
	"issuer" text,
	"journey_class" text,
	"issued_on" date,
	"valid_until" date,
	"note" text,
	"told_days" smallint,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "papers_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "papers_whose" CHECK (num_nonnulls("papers"."vehicle_id", "papers"."holder_id") <= 1)
);
--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "capacity_heads" integer;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "floor_area" double precision;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "official_numbers" jsonb;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "outline" jsonb;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "vin" text;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "make" text;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "model_year" smallint;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "decks" jsonb;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_holder_id_fk" FOREIGN KEY ("company_id","holder_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "papers_end_idx" ON "papers" USING btree ("company_id","valid_until","id");--> statement-breakpoint
CREATE INDEX "papers_vehicle_idx" ON "papers" USING btree ("company_id","vehicle_id","valid_until");--> statement-breakpoint
CREATE INDEX "papers_holder_idx" ON "papers" USING btree ("company_id","holder_id","valid_until");--> statement-breakpoint
CREATE INDEX "papers_due_idx" ON "papers" USING btree ("valid_until") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "papers_archived_at_idx" ON "papers" USING btree ("archived_at") WHERE "papers"."archived_at" is not null;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_room" CHECK ("locations"."capacity_heads" > 0 and "locations"."floor_area" > 0);
