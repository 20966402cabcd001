ALTER TABLE "forms" ADD COLUMN "about_types" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
-- Forms that are there are about whatever their published version asks for, outside of repeats.
UPDATE "forms" SET "about_types" = asked."types" FROM (
  SELECT v."company_id", v."form_id", v."number", array_agg(DISTINCT t #>> '{}') AS "types"
  FROM "form_versions" v
  CROSS JOIN LATERAL (
    SELECT jsonb_path_query(v."definition", '$.sections[*].questions[*].type')
    UNION ALL
    SELECT jsonb_path_query(v."definition", '$.sections[*].questions[*] ? (@.type == "group").questions[*].type')
  ) AS q(t)
  WHERE t #>> '{}' IN ('animal', 'animal_group', 'location', 'vehicle')
  GROUP BY v."company_id", v."form_id", v."number"
) AS asked
WHERE asked."company_id" = "forms"."company_id" AND asked."form_id" = "forms"."id" AND asked."number" = "forms"."version";
