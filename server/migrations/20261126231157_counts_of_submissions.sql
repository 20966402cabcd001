CREATE TABLE "submission_counts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"complete" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "submission_counts" ADD CONSTRAINT "submission_counts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_counts_company_idx" ON "submission_counts" USING btree ("company_id","id");
--> statement-breakpoint
-- Parts that are written often stay on their page.
ALTER TABLE "submission_counts" SET (fillfactor = 50);--> statement-breakpoint
-- Adds to how many submissions of a company are complete and not in the archive: in a part of the count that nobody is writing, so that no
-- transaction waits for another, and in a new one where there is none. Each reader's own snapshot shows as much of it as of the submissions.
CREATE FUNCTION count_submissions(company int, more int) RETURNS boolean LANGUAGE plpgsql AS $$
begin
  update submission_counts set complete = complete + more where id = (
    select id from submission_counts where company_id = company order by id limit 1 for no key update skip locked);
  if not found then
    -- A company that is being erased is gone before its submissions are.
    insert into submission_counts (company_id, complete) select id, more from companies where id = company;
  end if;
  return true;
end
$$;
--> statement-breakpoint
-- What is written, once for a statement, however many rows it has. What is changed, row by row: of a row can be asked whether it counts now and did
-- not before, so that what is saved as somebody answers costs nothing. Assigned, a call needs no statement of its own.
CREATE FUNCTION count_written_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  company int;
  more int;
  done boolean;
begin
  if tg_op = 'UPDATE' then
    done := count_submissions(new.company_id, case when new.status = 'complete' and new.archived_at is null then 1 else -1 end);
    return null;
  end if;
  for company, more in
    select company_id, count(*) from written where status = 'complete' and archived_at is null group by company_id
  loop
    done := count_submissions(company, case tg_op when 'INSERT' then more else -more end);
  end loop;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER submissions_counted_in AFTER INSERT ON submissions REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION count_written_submissions();
--> statement-breakpoint
CREATE TRIGGER submissions_counted_out AFTER DELETE ON submissions REFERENCING OLD TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION count_written_submissions();
--> statement-breakpoint
CREATE TRIGGER submissions_counted_anew AFTER UPDATE OF status, archived_at ON submissions FOR EACH ROW
WHEN ((old.status = 'complete' and old.archived_at is null) <> (new.status = 'complete' and new.archived_at is null))
EXECUTE FUNCTION count_written_submissions();
--> statement-breakpoint
-- Counts anew what was written past the triggers: what there was before them, and what is copied in with session_replication_role = replica.
CREATE FUNCTION recount_submissions() RETURNS void LANGUAGE plpgsql AS $$
begin
  lock table submissions in share row exclusive mode;
  delete from submission_counts;
  insert into submission_counts (company_id, complete)
  select company_id, count(*) from submissions where status = 'complete' and archived_at is null group by company_id;
end
$$;
--> statement-breakpoint
SELECT recount_submissions();
