-- Whether the connection's company has more rows in a register than that, seen or not: one of its indexes is walked
-- over all of them. Without a company it has.
CREATE FUNCTION company_has_more(register text, most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  found boolean := true;
begin
  if company is not null then
    execute format('select exists (select from %I where company_id = $1 offset $2)', register) into found using company, most;
  end if;
  return found;
end
$$;
