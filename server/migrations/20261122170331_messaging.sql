CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Small letters without accents; of Arabic without vowel signs, and with one form of alef, ya and ta marbuta.
CREATE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select translate(
    lower(unaccent('unaccent'::regdictionary, $1)),
    U&'\0623\0625\0622\0649\0629\0640\064B\064C\064D\064E\064F\0650\0651\0652', U&'\0627\0627\0627\064A\0647')
$$;
--> statement-breakpoint
-- The stems of a text in one language, folded.
CREATE FUNCTION stems(config regconfig, content text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select coalesce(array_agg(distinct fold(word)), '{}') from unnest(tsvector_to_array(to_tsvector(config, content))) word where fold(word) <> ''
$$;
--> statement-breakpoint
CREATE FUNCTION language_config(locale text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select case locale when 'hu' then 'pg_catalog.hungarian' when 'de' then 'pg_catalog.german' when 'fr' then 'pg_catalog.french'
    when 'ar' then 'pg_catalog.arabic' else 'pg_catalog.english' end::regconfig
$$;
--> statement-breakpoint
-- What a message is found by: its words as they stand, their stems in the writer's language, and in which company and conversation it is,
-- so that the index itself leaves the others out.
CREATE FUNCTION message_words(content text, locale text, company int, conversation int) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select array_to_tsvector(array(
    select distinct word from unnest(
      tsvector_to_array(to_tsvector('pg_catalog.simple', fold(content))) || stems(language_config(locale), content)
      || array['company:' || company, 'conversation:' || conversation]) word where word <> ''))
$$;
--> statement-breakpoint
-- All of the words, each as it stands, as the beginning of a longer one, or by its stem in any of the five languages.
CREATE FUNCTION words_query(words text) RETURNS tsquery LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = public, pg_catalog AS $$
  select string_agg(one, ' & ')::tsquery from (
    select '(' || string_agg(quote_literal(form) || mark, ' | ') || ')' as one
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', words))) word,
    lateral (
      select fold(word) as form, case when length(word) > 2 then ':*' else '' end as mark
      union select stem, '' from unnest(array['english', 'hungarian', 'german', 'french', 'arabic']) name, unnest(stems(('pg_catalog.' || name)::regconfig, word)) stem
    ) forms where form <> '' group by word) as each
$$;
--> statement-breakpoint
-- The door of searching (server/lib/db/searchIds.ts): as the wall's owner, in the company of the connection alone, and there only in what
-- is named. The platform's admins, who stand outside the wall, have no company set, and search in what is named.
CREATE FUNCTION search_ids(
  noun text, asked_words text, places int[], since int[], sender int, from_time timestamptz, to_time timestamptz, with_files boolean, most int, skip int
) RETURNS TABLE (id int) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  asked tsquery := words_query(asked_words);
  here tsquery;
  hits int;
begin
  if noun <> 'message' or asked is null or (company is null and right(session_user, 7) <> '_system') then return; end if;
  select string_agg(quote_literal('conversation:' || place), ' | ')::tsquery into here from unnest(places) place;
  return query
    select m.id from messages m join unnest(places, since) as p (place, since_id) on p.place = m.conversation_id
    where m.words @@ (asked && here) and m.id > p.since_id and (company is null or m.company_id = company)
      and m.deleted_at is null and m.kind = 'message'
      and (sender is null or m.sender_id = sender) and (from_time is null or m.created_at >= from_time)
      and (to_time is null or m.created_at < to_time) and (with_files is null or m.has_files = with_files)
    order by m.id desc limit most offset skip;
  get diagnostics hits = row_count;
  if hits > 0 or skip > 0 then return; end if;
  -- Nothing has the words: perhaps something has one that is much like them.
  return query
    select m.id from messages m join unnest(places, since) as p (place, since_id) on p.place = m.conversation_id
    where fold(asked_words) <% fold(m.message_text) and m.words @@ here and m.id > p.since_id and (company is null or m.company_id = company)
      and m.deleted_at is null and m.kind = 'message'
      and (sender is null or m.sender_id = sender) and (from_time is null or m.created_at >= from_time)
      and (to_time is null or m.created_at < to_time) and (with_files is null or m.has_files = with_files)
    order by m.id desc limit most;
end
$$;
--> statement-breakpoint
-- The text around the first word that was found, with what begins like one of the words between U+0002 and U+0003.
CREATE FUNCTION message_highlight(content text, words text) RETURNS text LANGUAGE sql STABLE STRICT SET search_path = public, pg_catalog AS $$
  select string_agg(case when exists (
      select from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', fold(words)))) asked
      where fold(part) like replace(replace(left(asked, greatest(3, length(asked) - 2)), '%', ''), '_', '') || '%'
    ) then U&'\0002' || part || U&'\0003' else part end, '' order by place)
  from regexp_split_to_table(left(content, 400), '(?<=[\s.,;:!?()"]|^)(?=[^\s.,;:!?()"])|(?<=[^\s.,;:!?()"])(?=[\s.,;:!?()"])') with ordinality as parts (part, place)
$$;
--> statement-breakpoint
CREATE TABLE "conversation_members" (
	"company_id" integer NOT NULL,
	"conversation_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"since_id" integer DEFAULT 0 NOT NULL,
	"left_at" timestamp (3) with time zone,
	"last_read_id" integer DEFAULT 0 NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"hidden_id" integer,
	"draft" text,
	"draft_at" timestamp (3) with time zone,
	CONSTRAINT "conversation_members_company_id_conversation_id_user_id_pk" PRIMARY KEY("company_id","conversation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"type" text NOT NULL,
	"title" text,
	"picture_file_id" integer,
	"created_by" integer NOT NULL,
	"pair_key" text,
	"uuid" uuid,
	"last_change_id" integer DEFAULT 0 NOT NULL,
	"forgotten_change_id" integer DEFAULT 0 NOT NULL,
	"last_message_id" integer,
	"last_message_at" timestamp (3) with time zone,
	"assigned_to" integer,
	"support_read_id" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "conversations_pair_key" UNIQUE("company_id","pair_key"),
	CONSTRAINT "conversations_uuid_key" UNIQUE("company_id","created_by","uuid"),
	CONSTRAINT "conversations_title" CHECK (("conversations"."type" = 'group') = ("conversations"."title" is not null)),
	CONSTRAINT "conversations_pair" CHECK (("conversations"."type" = 'group') = ("conversations"."pair_key" is null))
);
--> statement-breakpoint
CREATE TABLE "message_acknowledgements" (
	"company_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"acknowledged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_acknowledgements_company_id_message_id_user_id_pk" PRIMARY KEY("company_id","message_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "message_attachments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_attachments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"position" integer NOT NULL,
	"file_id" integer,
	"submission_id" integer,
	"sent_task_id" integer,
	CONSTRAINT "message_attachments_one" CHECK (num_nonnulls("message_attachments"."file_id", "message_attachments"."submission_id", "message_attachments"."sent_task_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "message_reactions" (
	"company_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"emoji" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_reactions_company_id_message_id_user_id_emoji_pk" PRIMARY KEY("company_id","message_id","user_id","emoji")
);
--> statement-breakpoint
CREATE TABLE "message_reads" (
	"company_id" integer NOT NULL,
	"conversation_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"from_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"change_id" integer NOT NULL,
	CONSTRAINT "message_reads_company_id_conversation_id_user_id_message_id_pk" PRIMARY KEY("company_id","conversation_id","user_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "message_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"reported_by" integer NOT NULL,
	"reason" text NOT NULL,
	"comment" text,
	"reported_text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"handled_by" integer,
	CONSTRAINT "message_reports_key" UNIQUE("company_id","message_id","reported_by")
);
--> statement-breakpoint
CREATE TABLE "message_retention" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"days" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"message_text" text NOT NULL,
	"replaced_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"conversation_id" integer NOT NULL,
	"sender_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"kind" text DEFAULT 'message' NOT NULL,
	"message_text" text NOT NULL,
	"locale" text NOT NULL,
	"reply_to_id" integer,
	"is_forwarded" boolean DEFAULT false NOT NULL,
	"mentions" integer[] DEFAULT '{}' NOT NULL,
	"is_urgent" boolean DEFAULT false NOT NULL,
	"urgent_told" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" integer,
	"pinned_at" timestamp (3) with time zone,
	"has_files" boolean DEFAULT false NOT NULL,
	"change_id" integer NOT NULL,
	"words" "tsvector",
	CONSTRAINT "messages_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "messages_uuid_key" UNIQUE("company_id","conversation_id","sender_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "messaging_preferences" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"hides_presence" boolean DEFAULT false NOT NULL,
	"hides_typing" boolean DEFAULT false NOT NULL,
	"has_sound" boolean DEFAULT true NOT NULL,
	"enter_sends" boolean DEFAULT true NOT NULL,
	"do_not_disturb_until" timestamp (3) with time zone,
	"quiet_from" text,
	"quiet_to" text,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "messaging_preferences_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "person_blocks" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"blocked_user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_blocks_company_id_user_id_blocked_user_id_pk" PRIMARY KEY("company_id","user_id","blocked_user_id")
);
--> statement-breakpoint
DROP INDEX "files_unnamed_idx";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "owned_by" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "placeholder" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "preview_path" text;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_fk" FOREIGN KEY ("company_id","conversation_id") REFERENCES "public"."conversations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_picture_file_id_fk" FOREIGN KEY ("company_id","picture_file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_acknowledgements" ADD CONSTRAINT "message_acknowledgements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_acknowledgements" ADD CONSTRAINT "message_acknowledgements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_acknowledgements" ADD CONSTRAINT "message_acknowledgements_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_file_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_sent_task_id_fk" FOREIGN KEY ("company_id","sent_task_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_conversation_id_fk" FOREIGN KEY ("company_id","conversation_id") REFERENCES "public"."conversations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_reported_by_users_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_retention" ADD CONSTRAINT "message_retention_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_versions" ADD CONSTRAINT "message_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_versions" ADD CONSTRAINT "message_versions_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_fk" FOREIGN KEY ("company_id","conversation_id") REFERENCES "public"."conversations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messaging_preferences" ADD CONSTRAINT "messaging_preferences_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messaging_preferences" ADD CONSTRAINT "messaging_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_blocks" ADD CONSTRAINT "person_blocks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_blocks" ADD CONSTRAINT "person_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_blocks" ADD CONSTRAINT "person_blocks_blocked_user_id_users_id_fk" FOREIGN KEY ("blocked_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_members_user_idx" ON "conversation_members" USING btree ("user_id","company_id") WHERE "conversation_members"."left_at" is null;--> statement-breakpoint
CREATE INDEX "conversation_members_user_id_idx" ON "conversation_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "conversations_created_by_idx" ON "conversations" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "conversations_assigned_to_idx" ON "conversations" USING btree ("assigned_to");--> statement-breakpoint
CREATE INDEX "conversations_picture_idx" ON "conversations" USING btree ("company_id","picture_file_id");--> statement-breakpoint
CREATE INDEX "conversations_support_idx" ON "conversations" USING btree ("last_message_at") WHERE "conversations"."type" = 'support';--> statement-breakpoint
CREATE INDEX "message_acknowledgements_user_id_idx" ON "message_acknowledgements" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_attachments_message_idx" ON "message_attachments" USING btree ("company_id","message_id");--> statement-breakpoint
CREATE INDEX "message_attachments_file_idx" ON "message_attachments" USING btree ("company_id","file_id");--> statement-breakpoint
CREATE INDEX "message_attachments_submission_idx" ON "message_attachments" USING btree ("company_id","submission_id");--> statement-breakpoint
CREATE INDEX "message_attachments_sent_task_idx" ON "message_attachments" USING btree ("company_id","sent_task_id");--> statement-breakpoint
CREATE INDEX "message_reactions_user_id_idx" ON "message_reactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_reads_message_idx" ON "message_reads" USING btree ("company_id","conversation_id","message_id");--> statement-breakpoint
CREATE INDEX "message_reads_change_idx" ON "message_reads" USING btree ("company_id","conversation_id","change_id");--> statement-breakpoint
CREATE INDEX "message_reads_user_id_idx" ON "message_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_reports_created_at_idx" ON "message_reports" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "message_reports_reported_by_idx" ON "message_reports" USING btree ("reported_by");--> statement-breakpoint
CREATE INDEX "message_reports_handled_by_idx" ON "message_reports" USING btree ("handled_by");--> statement-breakpoint
CREATE INDEX "message_versions_message_idx" ON "message_versions" USING btree ("company_id","message_id");--> statement-breakpoint
CREATE INDEX "messages_conversation_idx" ON "messages" USING btree ("company_id","conversation_id","id");--> statement-breakpoint
CREATE INDEX "messages_change_idx" ON "messages" USING btree ("company_id","conversation_id","change_id");--> statement-breakpoint
CREATE INDEX "messages_files_idx" ON "messages" USING btree ("company_id","conversation_id","id") WHERE "messages"."has_files";--> statement-breakpoint
CREATE INDEX "messages_pinned_idx" ON "messages" USING btree ("company_id","conversation_id","id") WHERE "messages"."pinned_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_sender_id_idx" ON "messages" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "messages_deleted_by_idx" ON "messages" USING btree ("deleted_by");--> statement-breakpoint
CREATE INDEX "messages_reply_to_idx" ON "messages" USING btree ("company_id","reply_to_id");--> statement-breakpoint
CREATE INDEX "messages_created_at_idx" ON "messages" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_urgent_idx" ON "messages" USING btree ("created_at") WHERE "messages"."is_urgent";--> statement-breakpoint
CREATE INDEX "messages_words_idx" ON "messages" USING gin ("words");--> statement-breakpoint
CREATE INDEX "messages_similar_idx" ON "messages" USING gin (fold("message_text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messaging_preferences_user_id_idx" ON "messaging_preferences" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "person_blocks_user_id_idx" ON "person_blocks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "person_blocks_blocked_user_id_idx" ON "person_blocks" USING btree ("blocked_user_id");--> statement-breakpoint
CREATE INDEX "files_unnamed_idx" ON "files" USING btree ("created_at") WHERE "files"."submission_id" is null and "files"."owned_by" is null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_previewPath_unique" UNIQUE("preview_path");
