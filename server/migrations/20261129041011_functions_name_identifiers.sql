-- Functions and indexes say "identifier", "normalized" and "lexeme" as the code does. A renamed function keeps the
-- indexes that use it; the bodies that call it by name are written again.
ALTER FUNCTION bare_mark(text) RENAME TO bare_identifier;
--> statement-breakpoint
ALTER FUNCTION bare_marks(text, jsonb) RENAME TO bare_identifiers;
--> statement-breakpoint
ALTER FUNCTION kept_text(text) RENAME TO normalized_text;
--> statement-breakpoint
ALTER FUNCTION kept_mark(text) RENAME TO normalized_identifier;
--> statement-breakpoint
ALTER FUNCTION sought_mark(text) RENAME TO searched_identifier;
--> statement-breakpoint
ALTER FUNCTION answer_mark(integer, text) RENAME TO choice_lexeme;
--> statement-breakpoint
DO $$
declare
  one record;
  body text;
begin
  for one in
    select proname as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and prosrc ~ '\m(bare_marks?|kept_text|kept_mark|sought_mark|answer_mark)\M'
  loop
    body := replace(replace(one.definition, 'bare_mark(', 'bare_identifier('), 'bare_marks(', 'bare_identifiers(');
    body := replace(replace(body, 'kept_text(', 'normalized_text('), 'kept_mark(', 'normalized_identifier(');
    body := replace(replace(body, 'sought_mark(', 'searched_identifier('), 'answer_mark(', 'choice_lexeme(');
    if one.name = 'find_animals' then
      body := regexp_replace(body, '\mby_marks\M', 'by_identifiers', 'g');
      body := regexp_replace(regexp_replace(body, '\mmarks\M', 'identifiers', 'g'), '\mmark\M', 'searched', 'g');
    end if;
    execute body;
  end loop;
end
$$;
--> statement-breakpoint
ALTER INDEX "animals_bare_marks_idx" RENAME TO "animals_bare_identifiers_idx";
--> statement-breakpoint
ALTER INDEX "animals_name_mark_idx" RENAME TO "animals_name_match_idx";
--> statement-breakpoint
ALTER INDEX "animals_identifier_mark_idx" RENAME TO "animals_identifier_match_idx";
--> statement-breakpoint
ALTER INDEX "animal_groups_name_mark_idx" RENAME TO "animal_groups_name_match_idx";
--> statement-breakpoint
ALTER INDEX "locations_name_mark_idx" RENAME TO "locations_name_match_idx";
--> statement-breakpoint
ALTER INDEX "vehicles_name_mark_idx" RENAME TO "vehicles_name_match_idx";
--> statement-breakpoint
ALTER INDEX "vehicles_plate_mark_idx" RENAME TO "vehicles_plate_match_idx";
