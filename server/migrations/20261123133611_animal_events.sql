CREATE TABLE "animal_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animal_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"day" date NOT NULL,
	"location_id" integer,
	"joined_group_id" integer,
	"head_count" integer,
	"details" jsonb NOT NULL,
	"note" text,
	"user_id" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "animal_events_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "animal_events_one" CHECK (num_nonnulls("animal_events"."animal_id", "animal_events"."animal_group_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "withholds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withholds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"cause" text NOT NULL,
	"product" text NOT NULL,
	"until" date NOT NULL,
	"note" text,
	"animal_event_id" integer,
	"user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withholds_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "withholds_one" CHECK (num_nonnulls("withholds"."animal_id", "withholds"."animal_group_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_joined_group_id_fk" FOREIGN KEY ("company_id","joined_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withholds" ADD CONSTRAINT "withholds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withholds" ADD CONSTRAINT "withholds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withholds" ADD CONSTRAINT "withholds_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withholds" ADD CONSTRAINT "withholds_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withholds" ADD CONSTRAINT "withholds_animal_event_id_fk" FOREIGN KEY ("company_id","animal_event_id") REFERENCES "public"."animal_events"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "animal_events_animal_idx" ON "animal_events" USING btree ("company_id","animal_id","day","id");--> statement-breakpoint
CREATE INDEX "animal_events_group_idx" ON "animal_events" USING btree ("company_id","animal_group_id","day","id");--> statement-breakpoint
CREATE INDEX "animal_events_location_idx" ON "animal_events" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE INDEX "animal_events_joined_group_idx" ON "animal_events" USING btree ("company_id","joined_group_id");--> statement-breakpoint
CREATE INDEX "animal_events_user_id_idx" ON "animal_events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "animal_events_archived_at_idx" ON "animal_events" USING btree ("archived_at") WHERE "animal_events"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "withholds_animal_idx" ON "withholds" USING btree ("company_id","animal_id","until");--> statement-breakpoint
CREATE INDEX "withholds_group_idx" ON "withholds" USING btree ("company_id","animal_group_id","until");--> statement-breakpoint
CREATE INDEX "withholds_event_idx" ON "withholds" USING btree ("company_id","animal_event_id");--> statement-breakpoint
CREATE INDEX "withholds_user_id_idx" ON "withholds" USING btree ("user_id");
--> statement-breakpoint
-- Which group an animal stands in follows from its history from now on: what is so today is its beginning.
insert into animal_events (company_id, animal_id, type, state, day, joined_group_id, details)
select company_id, id, 'join_group', 'done', (created_at at time zone 'UTC')::date, animal_group_id, '{"type": "join_group"}'
from animals where animal_group_id is not null;
