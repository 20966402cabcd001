-- The functions of searching say "record type" and "identifier" as the code does. Parameters cannot be renamed, so each
-- is created again from its own definition.
DO $$
declare
  one record;
begin
  for one in
    select oid, oid::regprocedure::text as signature, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and proname in ('search_ids', 'search_best', 'search_marks', 'keep_statistics')
  loop
    execute 'drop function ' || one.signature;
    execute replace(
      regexp_replace(
        regexp_replace(regexp_replace(regexp_replace(one.definition, '\mnouns\M', 'record_types', 'g'), '\mnoun\M', 'record_type', 'g'), '\mmarks\M', 'identifiers', 'g'),
        '\mmark text\M', 'identifier text', 'g'),
      'search_marks', 'search_identifiers');
  end loop;
end
$$;
