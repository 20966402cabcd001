-- What lists of submissions are searched by (server/lib/db/searchIds.ts): the words of the texts that were answered and of the notes, and the
-- choices of what is asked once. Each bears the number of its company, so that the index is read where that company's are, however many
-- others there are.
--
-- Which questions of a form are answered by a text and, with "=" before them, which by a choice.
CREATE FUNCTION searched_questions(definition jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select array(
    select distinct id #>> '{}' from jsonb_path_query(definition,
      '$.sections[*].questions.** ? (@.type == "text" || @.type == "barcode" || @.type == "calculated").id') id
    union
    select distinct '=' || (id #>> '{}') from jsonb_path_query(definition,
      '$.sections[*].questions.** ? (@.type == "yes_no" || @.type == "single_choice" || @.type == "multiple_choice").id') id
  )
$$;
--> statement-breakpoint
-- Words in small letters without accents; signs part them.
CREATE FUNCTION answer_tokens(content text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select tsvector_to_array(to_tsvector('pg_catalog.simple', translate(fold(content), $signs$!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~$signs$, repeat(' ', 32))))
$$;
--> statement-breakpoint
-- A choice as it is looked up: "question=choice", long ones by their hash.
CREATE FUNCTION answer_mark(company int, chosen text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select company || '=' || case when length(chosen) > 80 then md5(chosen) else chosen end
$$;
--> statement-breakpoint
-- The first 100,000 letters of the texts and the first 5,000 choices: more than that one tsvector does not hold.
CREATE FUNCTION answer_words(answers jsonb, company int, asked text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select array_to_tsvector(array(
    select company || ':' || left(word, 100) from unnest(answer_tokens(left((
      select string_agg(said, E'\n') from (
        select given.value ->> 'value' as said from jsonb_each(answers) given join unnest(asked) question on question = split_part(given.key, '@', 1)
        where jsonb_typeof(given.value -> 'value') = 'string'
        union all
        select given.value ->> 'note' from jsonb_each(answers) given where given.value ? 'note'
      ) texts), 100000))) word where word <> ''
    union all
    (select answer_mark(company, given.key || '=' || (choice #>> '{}'))
      from jsonb_each(answers) given join unnest(asked) question on question = '=' || given.key,
      lateral jsonb_path_query(given.value, '$.value[*]') choice
      where jsonb_typeof(choice) = 'string' limit 5000)
  ))
$$;
--> statement-breakpoint
-- All of the words, each as it stands or, from three letters on, as the beginning of a longer one.
CREATE FUNCTION answer_query(company int, words text) RETURNS tsquery LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select string_agg(
    '''' || replace(replace(company || ':' || left(word, 100), '\', '\\'), '''', '''''') || '''' || case when length(word) > 2 then ':*' else '' end, ' & ')::tsquery
  from unnest(answer_tokens(words)) word where word <> ''
$$;
--> statement-breakpoint
CREATE FUNCTION chosen_query(company int, chosen text) RETURNS tsquery LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select ('''' || replace(replace(answer_mark(company, chosen), '\', '\\'), '''', '''''') || '''')::tsquery
$$;
--> statement-breakpoint
CREATE TABLE "list_settings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "list_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"list" text NOT NULL,
	"columns" text[],
	"default_view_id" integer,
	CONSTRAINT "list_settings_list_key" UNIQUE("company_id","user_id","list")
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "list_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"list" text NOT NULL,
	"name" text collate "natural_order" NOT NULL,
	"filters" jsonb NOT NULL,
	"columns" text[],
	"for_everybody" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "list_views_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "list_views_length" CHECK (octet_length("list_views"."filters"::text) <= 40000)
);
--> statement-breakpoint
ALTER TABLE "form_versions" ADD COLUMN "searched_questions" text[] GENERATED ALWAYS AS (searched_questions(definition)) STORED;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "words" "tsvector";--> statement-breakpoint
ALTER TABLE "list_settings" ADD CONSTRAINT "list_settings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_settings" ADD CONSTRAINT "list_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_settings" ADD CONSTRAINT "list_settings_default_view_id_fk" FOREIGN KEY ("company_id","default_view_id") REFERENCES "public"."list_views"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_settings_user_id_idx" ON "list_settings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "list_settings_default_view_idx" ON "list_settings" USING btree ("company_id","default_view_id");--> statement-breakpoint
CREATE INDEX "list_views_user_idx" ON "list_views" USING btree ("company_id","user_id","list","name","id");--> statement-breakpoint
CREATE INDEX "list_views_shared_idx" ON "list_views" USING btree ("company_id","list","name","id") WHERE "list_views"."for_everybody" and "list_views"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "list_views_user_id_idx" ON "list_views" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "list_views_archived_at_idx" ON "list_views" USING btree ("archived_at") WHERE "list_views"."archived_at" is not null;--> statement-breakpoint
-- What is there already; it reads each submission once.
UPDATE submissions SET words = answer_words(answers, submissions.company_id, searched_questions)
  FROM form_versions WHERE form_versions.id = form_version_id AND form_versions.company_id = submissions.company_id;
--> statement-breakpoint
CREATE INDEX "submissions_words_idx" ON "submissions" USING gin ("words");
--> statement-breakpoint
CREATE FUNCTION keep_answer_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog AS $$
begin
  new.words := answer_words(new.answers, new.company_id,
    (select searched_questions from form_versions where id = new.form_version_id and company_id = new.company_id));
  return new;
end
$$;
--> statement-breakpoint
CREATE TRIGGER submissions_words BEFORE INSERT OR UPDATE OF answers, form_version_id ON submissions
  FOR EACH ROW EXECUTE FUNCTION keep_answer_words();
--> statement-breakpoint
-- The same door as before, which now finds submissions by the words of their answers, and by an answer that is a choice. What has no company
-- finds none: words are looked up within one.
CREATE OR REPLACE FUNCTION search_ids(noun text, words text, most int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog SET enable_seqscan = off AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  asked tsquery;
  found text := case noun
    when 'animal' then 'select id from animals t where search_text like $1'
    when 'animal_group' then 'select id from animal_groups t where search_text like $1'
    when 'location' then 'select id from locations t where search_text like $1'
    when 'vehicle' then 'select id from vehicles t where search_text like $1'
    when 'task' then 'select id from tasks t where search_text like $1'
    when 'form' then 'select id from forms t where fold((select string_agg(value, E''\n'') from jsonb_each_text(name))) like $1'
    when 'person' then 'select distinct user_id from memberships t join users u on u.id = t.user_id where fold(u.name) like $1'
  end;
begin
  if noun in ('submission', 'answer') then
    asked := case noun when 'submission' then answer_query(company, words) else chosen_query(company, words) end;
    if asked is null then return; end if;
    return query execute 'select id from submissions t where words @@ $1 and t.company_id = $2 limit $3' using asked, company, most;
    return;
  end if;
  if found is null then raise exception 'Nothing is searched under the name %.', noun; end if;
  if company is not null then found := found || ' and t.company_id = $2';
  elsif right(session_user, 7) <> '_system' then return; end if;
  return query execute found || ' limit $3' using search_pattern(words), company, most;
end
$$;
