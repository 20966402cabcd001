CREATE TABLE "stored_sizes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stored_sizes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stored_sizes" ADD CONSTRAINT "stored_sizes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stored_sizes_company_idx" ON "stored_sizes" USING btree ("company_id","id");
--> statement-breakpoint
-- Parts that are written often stay on their page.
ALTER TABLE "stored_sizes" SET (fillfactor = 50);--> statement-breakpoint
-- Adds to the bytes of a company's files: in a part of the sum that nobody is writing, so that no transaction waits for another, and in a
-- new one where there is none.
CREATE FUNCTION add_stored_size(company int, more bigint) RETURNS boolean LANGUAGE plpgsql AS $$
begin
  update stored_sizes set bytes = bytes + more where id = (
    select id from stored_sizes where company_id = company order by id limit 1 for no key update skip locked);
  if not found then
    -- A company that is being erased is gone before its files are.
    insert into stored_sizes (company_id, bytes) select id, more from companies where id = company;
  end if;
  return true;
end
$$;
--> statement-breakpoint
-- Once for a statement, however many rows it has.
CREATE FUNCTION keep_stored_sizes() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  company int;
  more bigint;
  done boolean;
begin
  for company, more in select company_id, sum(size) from written group by company_id
  loop
    done := add_stored_size(company, case tg_op when 'INSERT' then more else -more end);
  end loop;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER files_sized_in AFTER INSERT ON files REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION keep_stored_sizes();
--> statement-breakpoint
CREATE TRIGGER files_sized_out AFTER DELETE ON files REFERENCING OLD TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION keep_stored_sizes();
--> statement-breakpoint
-- Sums anew what was written past the triggers: what there was before them, and what is copied in with session_replication_role = replica.
CREATE FUNCTION resize_stored_files() RETURNS void LANGUAGE plpgsql AS $$
begin
  lock table files in share row exclusive mode;
  delete from stored_sizes;
  insert into stored_sizes (company_id, bytes) select company_id, sum(size) from files group by company_id;
end
$$;
--> statement-breakpoint
SELECT resize_stored_files();
