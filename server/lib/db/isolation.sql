-- Tenant isolation of every table, whatever its feature; `isolation.ts` adds the exceptions that tables declare.
-- {app} serves companies and sees only rows of the company that is set on its connection. {system} serves sign-in, jobs
-- and the platform's administrators. Neither owns anything. Repeating the statements gives the same result.

revoke all on schema public from public;
grant usage on schema public to {app}, {system};
grant select, insert, update, delete on all tables in schema public to {system};
grant usage, select on all sequences in schema public to {app}, {system};

do $$
declare
  isolated record;
  policy record;
begin
  for isolated in
    select c.oid, c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    ) as of_company
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
  loop
    execute format('alter table %I enable row level security', isolated.name);
    execute format('alter table %I force row level security', isolated.name);
    for policy in select polname from pg_policy where polrelid = isolated.oid loop
      execute format('drop policy %I on %I', policy.polname, isolated.name);
    end loop;
    execute format('create policy platform on %I to {system}, {owner} using (true) with check (true)', isolated.name);
    if isolated.of_company then
      execute format('grant select, insert, update, delete on %I to {app}', isolated.name);
      execute format(
        'create policy tenant on %I to {app} using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)',
        isolated.name
      );
    else
      execute format('revoke all on %I from {app}', isolated.name);
    end if;
  end loop;
end
$$;
