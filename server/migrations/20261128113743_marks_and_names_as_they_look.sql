-- Names and marks that look alike are kept alike from now on (`keptText`, `keptMark` in shared/lib/folding.ts); what is there already is written
-- so, too. A mark that another row has then stays as it is, and so do both rows.
CREATE FUNCTION kept_text(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select btrim(regexp_replace(translate(normalize(words, NFC),
    U&'\0009\000A\000B\000C\000D\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\2010\2011\00AD\061C\180E\200B\200E\200F\202A\202B\202C\202D\202E\2060\2061\2062\2063\2064\2066\2067\2068\2069\FEFF',
    '                        --'), ' +', ' ', 'g'))
$$;
--> statement-breakpoint
CREATE FUNCTION kept_mark(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select translate(kept_text(normalize(words, NFKC)),
    U&'\2010\2011\2012\2013\2014\2015\2043\2212\FE58\FE63\FF0D\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\200C\200D',
    '-----------01234567890123456789')
$$;
--> statement-breakpoint
UPDATE "vehicles" v SET "plate" = k.kept FROM (
  select id, kept_mark(plate) as kept, count(*) over (partition by company_id, translate(lower(kept_mark(plate)), ' -', '')) as alike
  from vehicles where plate is not null
) k WHERE k.id = v.id and k.alike = 1 and k.kept <> v.plate and k.kept <> '';
--> statement-breakpoint
UPDATE "animals" a SET "identifier" = kept_mark(a.identifier) FROM (
  select company_id, mark from (
    select company_id, id, lower(kept_mark(identifier)) as mark from animals where identifier is not null
    union all
    select company_id, id, lower(kept_mark(one ->> 'value')) from animals, jsonb_array_elements(other_identifiers) one
  ) marks group by 1, 2 having count(distinct id) = 1
) alone WHERE alone.company_id = a.company_id and alone.mark = lower(kept_mark(a.identifier))
  and kept_mark(a.identifier) <> a.identifier and kept_mark(a.identifier) <> '';
--> statement-breakpoint
UPDATE "vehicles" SET "name" = kept_text(name) WHERE kept_text(name) <> name and kept_text(name) <> '';
--> statement-breakpoint
UPDATE "animals" SET "name" = kept_text(name) WHERE kept_text(name) <> name and kept_text(name) <> '';
--> statement-breakpoint
UPDATE "animal_groups" SET "name" = kept_text(name) WHERE kept_text(name) <> name and kept_text(name) <> '';
--> statement-breakpoint
UPDATE "locations" SET "name" = kept_text(name) WHERE kept_text(name) <> name and kept_text(name) <> '';
--> statement-breakpoint
UPDATE "users" SET "name" = kept_text(name) WHERE kept_text(name) <> name and kept_text(name) <> '';
