-- A location, or that of a group, with all above it. Who works at one of these works at the place, though a reader who
-- works in a part of the company does not see what lies above.
CREATE FUNCTION locations_above(company integer, location integer, animal_group integer)
 RETURNS integer[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
  with recursive above as (
    select l.id, l.parent_id from locations l where l.company_id = company and l.id = coalesce(location,
      (select g.location_id from animal_groups g where g.company_id = company and g.id = animal_group))
    union
    select l.id, l.parent_id from locations l join above a on l.id = a.parent_id where l.company_id = company
  )
  select coalesce(array_agg(id), '{}') from above
$$;
