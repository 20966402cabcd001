-- The tenant wall. Runs after the migrations, at every start, and again gives the same: so no table with a company can be without it.
-- {app} serves companies and sees only rows of the company that is set on its connection; {system} serves sign-in, jobs and the
-- platform's admins. Neither owns anything.

revoke all on schema public from public;
grant usage on schema public to {app}, {system};
grant select, insert, update, delete on all tables in schema public to {system};
grant usage, select on all sequences in schema public to {app}, {system};

do $$
declare
  walled record;
begin
  for walled in
    select c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    ) as of_company
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
  loop
    execute format('alter table %I enable row level security', walled.name);
    execute format('alter table %I force row level security', walled.name);
    execute format('drop policy if exists tenant on %I', walled.name);
    execute format('drop policy if exists platform on %I', walled.name);
    execute format('create policy platform on %I to {system}, {owner} using (true) with check (true)', walled.name);
    if walled.of_company then
      execute format('grant select, insert, update, delete on %I to {app}', walled.name);
      execute format(
        'create policy tenant on %I to {app} using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)',
        walled.name
      );
    else
      execute format('revoke all on %I from {app}', walled.name);
    end if;
  end loop;
end
$$;

-- What happened stays as it was noted.
revoke update, delete on audit_entries from {app};
revoke update, delete on subject_statuses from {app};
-- Only whether it counts follows its submission, which can be archived and restored.
grant update (withdrawn_at) on subject_statuses to {app};

-- What was sealed stays sealed; only the job that erases takes salts and contents away. By which keys is for all to read.
do $$
begin
  if to_regclass('seals') is not null then
    revoke update, delete on seals, time_stamps from {app};
    grant select on signing_keys to {app};
    create policy tenant on signing_keys for select to {app} using (true);
  end if;
end
$$;

-- What differs from "a row has a company": sessions belong to sign-in alone, a company is its own company, people are seen by
-- those who share the company with them, and everyone sees where they themselves are a member.
revoke all on sessions from {app};
drop policy tenant on sessions;

grant select, update on companies to {app};
create policy tenant on companies to {app}
  using (id = nullif(current_setting('app.company_id', true), '')::int);

grant select on users to {app};
create policy tenant on users to {app} using (
  id = nullif(current_setting('app.user_id', true), '')::int
  or exists (select from memberships m where m.user_id = users.id)
);

-- A repeated request is the same one for the same person only.
drop policy if exists own on idempotency_keys;
create policy own on idempotency_keys as restrictive to {app}
  using (user_id = coalesce(nullif(current_setting('app.user_id', true), '')::int, user_id));

-- What this tend offers to companies is for all of them to read.
grant select on plans to {app};
create policy tenant on plans for select to {app} using (true);

-- Who serves a request may say what the nodes are to tell browsers, also when it is long; it cannot read what others say.
grant insert on realtime_payloads to {app};
create policy tenant on realtime_payloads for insert to {app} with check (true);

-- What a person was told is theirs to read; whoever did what it tells of writes it.
revoke update, delete on notices from {app};
-- But for having read it, once the column is there.
do $$
begin
  if exists (select from pg_attribute where attrelid = 'notices'::regclass and attname = 'read_at') then
    grant update (read_at) on notices to {app};
  end if;
end
$$;
drop policy if exists own_read on notices;
create policy own_read on notices as restrictive for update to {app}
  using (user_id = nullif(current_setting('app.user_id', true), '')::int);
drop policy if exists own on notices;
create policy own on notices as restrictive for select to {app}
  using (user_id is not distinct from coalesce(nullif(current_setting('app.user_id', true), '')::int, user_id));
