CREATE TABLE "seal_heads" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"record_type" text NOT NULL,
	"record_id" integer NOT NULL,
	"part" integer,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	"salt" text,
	"content" text,
	"content_hash" text NOT NULL,
	"previous" text NOT NULL,
	"key_generation" integer NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	"token" text,
	"file_sha256" text,
	CONSTRAINT "seals_position_key" UNIQUE("company_id","position"),
	CONSTRAINT "seals_token_key" UNIQUE("token"),
	CONSTRAINT "seals_content" CHECK (("seals"."salt" is null) = ("seals"."content" is null))
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"generation" integer PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "signing_keys_fingerprint_key" UNIQUE("fingerprint")
);
--> statement-breakpoint
CREATE TABLE "time_stamps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "time_stamps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"position" integer NOT NULL,
	"hash" text NOT NULL,
	"token" "bytea" NOT NULL,
	"stamped_at" timestamp (3) with time zone NOT NULL,
	"authority" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "time_stamps_position_key" UNIQUE("company_id","position")
);
--> statement-breakpoint
ALTER TABLE "seal_heads" ADD CONSTRAINT "seal_heads_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seals" ADD CONSTRAINT "seals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_stamps" ADD CONSTRAINT "time_stamps_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seals_record_idx" ON "seals" USING btree ("company_id","record_type","record_id","position");--> statement-breakpoint
CREATE INDEX "seals_file_sha256_idx" ON "seals" USING btree ("file_sha256") WHERE "seals"."file_sha256" is not null;
