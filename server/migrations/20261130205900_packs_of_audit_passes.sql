CREATE TABLE "pass_packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pass_packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"pass_id" integer NOT NULL,
	"created_by" integer,
	"locale" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"worked_by" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"path" text,
	"size" bigint,
	"sha256" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "pass_packs_ready" CHECK (("pass_packs"."state" = 'ready') = ("pass_packs"."path" is not null))
);
--> statement-breakpoint
ALTER TABLE "pass_packs" ADD CONSTRAINT "pass_packs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_packs" ADD CONSTRAINT "pass_packs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_packs" ADD CONSTRAINT "pass_packs_pass_id_fk" FOREIGN KEY ("company_id","pass_id") REFERENCES "public"."passes"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pass_packs_pass_idx" ON "pass_packs" USING btree ("company_id","pass_id","id");--> statement-breakpoint
CREATE INDEX "pass_packs_created_by_idx" ON "pass_packs" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "pass_packs_path_idx" ON "pass_packs" USING btree ("path") WHERE "pass_packs"."path" is not null;--> statement-breakpoint
CREATE INDEX "pass_packs_expires_at_idx" ON "pass_packs" USING btree ("expires_at") WHERE "pass_packs"."expires_at" is not null;
