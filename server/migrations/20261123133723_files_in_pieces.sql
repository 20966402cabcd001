CREATE TABLE "file_pieces" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_pieces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"starts_at" integer NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_pieces_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "file_pieces_place_key" UNIQUE("company_id","user_id","uuid","starts_at"),
	CONSTRAINT "file_pieces_size" CHECK ("file_pieces"."size" > 0 and octet_length("file_pieces"."content") = "file_pieces"."size")
);
--> statement-breakpoint
ALTER TABLE "file_pieces" ADD CONSTRAINT "file_pieces_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pieces" ADD CONSTRAINT "file_pieces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_pieces_user_id_idx" ON "file_pieces" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "file_pieces_created_at_idx" ON "file_pieces" USING btree ("created_at");
