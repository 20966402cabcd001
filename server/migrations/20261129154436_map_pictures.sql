CREATE TABLE "map_pictures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "map_pictures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"file" jsonb NOT NULL,
	"description" text NOT NULL,
	"north" double precision NOT NULL,
	"south" double precision NOT NULL,
	"east" double precision NOT NULL,
	"west" double precision NOT NULL,
	CONSTRAINT "map_pictures_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "map_pictures_one_key" UNIQUE("company_id"),
	CONSTRAINT "map_pictures_edges" CHECK ("map_pictures"."north" > "map_pictures"."south" and "map_pictures"."east" > "map_pictures"."west")
);
--> statement-breakpoint
ALTER TABLE "map_pictures" ADD CONSTRAINT "map_pictures_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
