CREATE TABLE "device_keys" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_counters" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "sent_sha256" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "receipt" jsonb;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "receipt_sequence" integer;--> statement-breakpoint
ALTER TABLE "device_keys" ADD CONSTRAINT "device_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_counters" ADD CONSTRAINT "receipt_counters_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_receipt_sequence_key" UNIQUE("company_id","receipt_sequence");