-- The baseline: extensions, collations, functions that tables need, tables, references, indexes, then the functions and triggers that
-- read tables. Later versions add migrations after it (docs/decisions/0018).
CREATE EXTENSION IF NOT EXISTS "btree_gin";
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS "unaccent";
--> statement-breakpoint
CREATE COLLATION "natural_order" (provider = icu, locale = 'und-u-kn-true');
--> statement-breakpoint
CREATE COLLATION "natural_order_ar" (provider = icu, locale = 'ar-u-kn-true');
--> statement-breakpoint
CREATE COLLATION "natural_order_hu" (provider = icu, locale = 'hu-u-kn-true');
--> statement-breakpoint
-- An identifier without the signs people print, read aloud or type between its parts (`normalizeIdentifier` in shared).
CREATE FUNCTION bare_mark(mark text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $$
  select translate(mark, U&' \0009\000A\000B\000C\000D.,:;_/*#''\002D\00A0\00AD\00B7\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\200B\200C\200D\200E\200F\2010\2011\2012\2013\2014\2015\2019\2028\2029\202A\202B\202C\202D\202E\202F\205F\2060\2066\2067\2068\2069\3000\FEFF', '')
$$;
--> statement-breakpoint
-- Bigrams and trigrams of a folded text, each hashed with the company's number: a lookup for one company never meets the rows of
-- another. The hash is the one PostgreSQL keeps stable for partitions.
CREATE FUNCTION search_grams(company integer, folded text)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $$
  select coalesce(array_agg(distinct hashtextextended(gram collate "C", company)), '{}') from (
    select substr(folded, at, 3) as gram from generate_series(1, length(folded) - 2) at
    union all select substr(folded, at, 2) from generate_series(1, length(folded) - 1) at) grams
$$;
--> statement-breakpoint
-- The questions of a form that are searched: answered by a text and, marked with "=", by a choice.
CREATE FUNCTION searched_questions(definition jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select array(
    select distinct id #>> '{}' from jsonb_path_query(definition,
      '$.sections[*].questions.** ? (@.type == "text" || @.type == "barcode" || @.type == "calculated").id') id
    union
    select distinct '=' || (id #>> '{}') from jsonb_path_query(definition,
      '$.sections[*].questions.** ? (@.type == "yes_no" || @.type == "single_choice" || @.type == "multiple_choice").id') id
  )
$$;
--> statement-breakpoint
-- Folds text as the browser does (`foldedText` in shared/lib/folding.ts): digits, dashes, blanks and apostrophes of all kinds become one,
-- invisible signs are dropped. Line breaks stay, since they separate the columns of a search text.
CREATE FUNCTION fold_plain(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
declare
  marks constant text := '[\u0640\u200c\u200d'
      || '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc'
      || '\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823'
      || '\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957'
      || '\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7\u09c8\u09cb-\u09cd\u09d7\u09e2\u09e3\u09fe\u0a01-\u0a03\u0a3c'
      || '\u0a3e-\u0a42\u0a47\u0a48\u0a4b-\u0a4d\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd'
      || '\u0ae2\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62\u0b63\u0b82'
      || '\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55\u0c56'
      || '\u0c62\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5\u0cd6\u0ce2\u0ce3\u0cf3\u0d00-\u0d03\u0d3b'
      || '\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2'
      || '\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f'
      || '\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064'
      || '\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772'
      || '\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e'
      || '\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad'
      || '\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1'
      || '\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b'
      || '\ua823-\ua827\ua82c\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0'
      || '\ua9e5\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5'
      || '\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f' || ']';
  zeros constant text := U&'\0660\06F0\07C0\0966\09E6\0A66\0AE6\0B66\0BE6\0C66\0CE6\0D66\0DE6\0E50\0ED0\0F20\1040\1090\17E0\1810\1946\19D0\1A80\1A90\1B50\1BB0\1C40\1C50\A620\A8D0\A900\A9D0\A9F0\AA50\ABF0';
  said text := words;
begin
  if said ~ '^[\n -~]*$' then
    return btrim(regexp_replace(lower(translate(said, '`', '''')), ' {2,}', ' ', 'g'), ' ');
  end if;
  said := regexp_replace(said, '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g');
  said := translate(said, U&'\2019\2018\02BC\2032\00B4`', '''''''''''''');
  said := regexp_replace(normalize(said, NFKD), marks, '', 'g');
  said := lower(unaccent('unaccent'::regdictionary, said));
  said := translate(said, U&'`\03C2\0649\06CC\06D0\06A9\0629\06D5\2010\2011\2012\2013\2014\2015\2043\2212\FE58\FE63\FF0D',
    U&'''\03C3\064A\064A\064A\0643\0647\0647-----------');
  if said ~ '[\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0de6-\u0def\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u1090-\u1099\u17e0-\u17e9\u1810-\u1819\u1946-\u194f\u19d0-\u19d9\u1a80-\u1a89\u1a90-\u1a99\u1b50-\u1b59\u1bb0-\u1bb9\u1c40-\u1c49\u1c50-\u1c59\ua620-\ua629\ua8d0-\ua8d9\ua900-\ua909\ua9d0-\ua9d9\ua9f0-\ua9f9\uaa50-\uaa59\uabf0-\uabf9]' then
    said := translate(said, (
      select string_agg(chr(ascii(zero) + n), '' order by place, n)
      from regexp_split_to_table(zeros, '') with ordinality as z (zero, place), generate_series(0, 9) n
    ), repeat('0123456789', length(zeros)));
  end if;
  return btrim(regexp_replace(said, '[\t\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' ');
end
$$;
--> statement-breakpoint
-- The searchable form of a text: folded and, on a second line, with umlauts spelled out ("Müller" by "mueller"). Search words come folded already.
CREATE FUNCTION fold(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
declare
  plain text := fold_plain($1);
  composed text;
begin
  if $1 ~ '^[\n -~]*$' then return plain; end if;
  composed := normalize($1, NFC);
  if composed !~ '[äöüåøÄÖÜÅØ]' then return plain; end if;
  return plain || E'\n' || fold_plain(replace(replace(replace(replace(replace(
    translate(composed, 'ÄÖÜÅØ', 'äöüåø'), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe'));
end
$$;
--> statement-breakpoint
-- All identifiers of a row without separators, each between quotation marks.
CREATE FUNCTION bare_marks(first text, others jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select bare_mark(fold('"' || coalesce(first, '') || '"' || jsonb_path_query_array(others, '$[*].value')::text))
$$;
--> statement-breakpoint
CREATE TABLE "action_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "action_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "action_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "animal_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animal_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"day" date NOT NULL,
	"location_id" integer,
	"joined_group_id" integer,
	"head_count" integer,
	"details" jsonb NOT NULL,
	"note" text,
	"user_id" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "animal_events_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "animal_events_one" CHECK (num_nonnulls("animal_events"."animal_id", "animal_events"."animal_group_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "withholds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withholds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"cause" text NOT NULL,
	"product" text NOT NULL,
	"since" date NOT NULL,
	"until" date NOT NULL,
	"ended_on" date,
	"note" text,
	"animal_event_id" integer,
	"user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withholds_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "withholds_one" CHECK (num_nonnulls("withholds"."animal_id", "withholds"."animal_group_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "animal_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animal_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text collate "natural_order" NOT NULL,
	"purpose" text NOT NULL,
	"species" text,
	"location_id" integer,
	"withheld_until" date,
	"notes" text,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED,
	"status" smallint DEFAULT 0 NOT NULL,
	"status_since" timestamp (3) with time zone,
	"last_checked_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "animal_groups_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "animal_groups_status" CHECK ("animal_groups"."status" between 0 and 3),
	CONSTRAINT "animal_groups_status_since" CHECK (("animal_groups"."status" = 0) = ("animal_groups"."status_since" is null))
);
--> statement-breakpoint
CREATE TABLE "animal_identifiers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animal_identifiers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer NOT NULL,
	"scheme" text NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "animal_merges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animal_merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer NOT NULL,
	"duplicate_id" integer NOT NULL,
	"moved" jsonb NOT NULL,
	"user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "animals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "animals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"kind" text DEFAULT 'individual' NOT NULL,
	"name" text collate "natural_order" NOT NULL,
	"identifier" text collate "natural_order",
	"identifier_scheme" text DEFAULT 'ear_tag' NOT NULL,
	"other_identifiers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"species" text NOT NULL,
	"sex" text NOT NULL,
	"breed" text,
	"birth_date" date,
	"mother_id" integer,
	"father_id" integer,
	"health_status" text,
	"production_purpose" text,
	"animal_group_id" integer,
	"location_id" integer,
	"life_status" text DEFAULT 'alive' NOT NULL,
	"head_count" integer,
	"withheld_until" date,
	"notes" text,
	"photos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, '') || E'\n' || coalesce(identifier, '') || E'\n' || coalesce(jsonb_path_query_array(other_identifiers, '$[*].value')::text, ''))) STORED,
	"status" smallint DEFAULT 0 NOT NULL,
	"status_since" timestamp (3) with time zone,
	"last_checked_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "animals_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "animals_status" CHECK ("animals"."status" between 0 and 3),
	CONSTRAINT "animals_status_since" CHECK (("animals"."status" = 0) = ("animals"."status_since" is null))
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer,
	"actor_id" integer,
	"acting_for_id" integer,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" integer,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cause" text,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_keys" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enrolments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"offer_hash" text NOT NULL,
	"offer_expires_at" timestamp (3) with time zone NOT NULL,
	"offered_by" integer,
	"device_hash" text,
	"pin_hash" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"enrolled_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "enrolments_offerHash_unique" UNIQUE("offer_hash"),
	CONSTRAINT "enrolments_deviceHash_unique" UNIQUE("device_hash")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "known_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_token_hash_key" UNIQUE("user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "login_challenges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_challenges_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_code_hash_key" UNIQUE("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"company_id" integer,
	"token_hash" text NOT NULL,
	"token_expires_at" timestamp (3) with time zone NOT NULL,
	"previous_token_hash" text,
	"previous_token_expires_at" timestamp (3) with time zone,
	"refreshable_until" timestamp (3) with time zone NOT NULL,
	"reauthenticated_at" timestamp (3) with time zone,
	"acting_user_id" integer,
	"acting_session_id" integer,
	"known_device_id" integer,
	"enrolment_id" integer,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_previousTokenHash_unique" UNIQUE("previous_token_hash")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "worker_accounts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_files" (
	"id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"case_id" integer NOT NULL,
	"message_id" integer,
	"question_id" text,
	"uuid" uuid NOT NULL,
	"position" integer NOT NULL,
	"content_type" text NOT NULL,
	"extension" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "case_files_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "case_files_uuid_key" UNIQUE("company_id","case_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "case_messages" (
	"id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"case_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer,
	"uuid" uuid NOT NULL,
	"text" text NOT NULL,
	"said_on" date NOT NULL,
	CONSTRAINT "case_messages_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "case_messages_position_key" UNIQUE("company_id","case_id","position"),
	CONSTRAINT "case_messages_uuid_key" UNIQUE("company_id","case_id","uuid"),
	CONSTRAINT "case_messages_author" CHECK (("case_messages"."kind" = 'reporter') = ("case_messages"."user_id" is null))
);
--> statement-breakpoint
CREATE TABLE "case_readings" (
	"company_id" integer NOT NULL,
	"case_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"what" text NOT NULL,
	"on_day" date NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "case_readings_company_id_case_id_user_id_what_on_day_pk" PRIMARY KEY("company_id","case_id","user_id","what","on_day")
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"form_version_id" integer NOT NULL,
	"identity" text NOT NULL,
	"contact" text,
	"locale" text NOT NULL,
	"answers" jsonb NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"lookup" text NOT NULL,
	"code_hash" text NOT NULL,
	"received_on" date NOT NULL,
	"acknowledged_on" date,
	"answered_on" date,
	"closed_on" date,
	"erase_on" date,
	"has_returned" boolean DEFAULT false NOT NULL,
	"has_news" boolean DEFAULT true NOT NULL,
	"is_untold" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "cases_lookup_unique" UNIQUE("lookup"),
	CONSTRAINT "cases_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "cases_contact" CHECK ("cases"."identity" <> 'anonymous' or "cases"."contact" is null)
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text collate "natural_order" NOT NULL,
	"country_id" integer,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"language_id" integer DEFAULT 1 NOT NULL,
	"kind_of_business" text,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"two_factor_required" boolean DEFAULT false NOT NULL,
	"logo" jsonb,
	"quiet_from" text,
	"quiet_to" text,
	"root_causes" text[] DEFAULT '{}' NOT NULL,
	"last_role_above_employee" integer DEFAULT 2000 NOT NULL,
	"last_role_below_employee" integer DEFAULT 3000 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "companies_currency_check" CHECK ("companies"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	"own_role_id" integer GENERATED ALWAYS AS (case when ended_at is null and role_id > 2000 and role_id < 4000 and role_id <> 3000 then role_id end) STORED,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"frozen_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "memberships_company_id_user_id_pk" PRIMARY KEY("company_id","user_id"),
	CONSTRAINT "memberships_role_id_check" CHECK ("memberships"."role_id" between 2000 and 4000)
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"rights" text,
	"kind" text NOT NULL,
	"record_id" integer,
	"version" integer,
	"locale" text NOT NULL,
	"input_hash" text NOT NULL,
	"template" text NOT NULL,
	"to_print" jsonb,
	"filename" text NOT NULL,
	"is_sealed" boolean NOT NULL,
	"token" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"worked_by" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"path" text,
	"sha256" text,
	"size" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "documents_token_key" UNIQUE("token"),
	CONSTRAINT "documents_path_key" UNIQUE("path"),
	CONSTRAINT "documents_ready" CHECK (("documents"."state" = 'ready') = ("documents"."path" is not null) and num_nonnulls("documents"."path", "documents"."sha256", "documents"."size") in (0, 3)),
	CONSTRAINT "documents_to_print" CHECK (("documents"."state" in ('waiting', 'working')) = ("documents"."to_print" is not null)),
	CONSTRAINT "documents_sealed" CHECK ("documents"."is_sealed" = ("documents"."token" is not null))
);
--> statement-breakpoint
CREATE TABLE "file_pieces" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_pieces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"starts_at" integer NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_pieces_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "file_pieces_place_key" UNIQUE("company_id","user_id","uuid","starts_at"),
	CONSTRAINT "file_pieces_size" CHECK ("file_pieces"."size" > 0 and octet_length("file_pieces"."content") = "file_pieces"."size")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"user_id" integer,
	"public_link_id" integer,
	"waiting_for" uuid,
	"submission_id" integer,
	"question_id" text,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"sent_sha256" text,
	"width" integer,
	"height" integer,
	"owned_by" text,
	"placeholder" text,
	"preview_path" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_path_unique" UNIQUE("path"),
	CONSTRAINT "files_previewPath_unique" UNIQUE("preview_path"),
	CONSTRAINT "files_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "files_uuid_key" UNIQUE("company_id","uuid"),
	CONSTRAINT "files_one_origin" CHECK (num_nonnulls("files"."user_id", "files"."public_link_id") = 1),
	CONSTRAINT "files_waiting" CHECK ("files"."waiting_for" is null or ("files"."public_link_id" is not null and "files"."submission_id" is null))
);
--> statement-breakpoint
CREATE TABLE "stored_sizes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stored_sizes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "finding_subjects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "finding_subjects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"finding_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"location_id" integer,
	"vehicle_id" integer,
	CONSTRAINT "finding_subjects_subject_key" UNIQUE NULLS NOT DISTINCT("company_id","finding_id","animal_id","animal_group_id","location_id","vehicle_id"),
	CONSTRAINT "finding_subjects_one" CHECK (num_nonnulls("finding_subjects"."animal_id", "finding_subjects"."animal_group_id", "finding_subjects"."location_id", "finding_subjects"."vehicle_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"submission_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"question_id" text NOT NULL,
	"severity" text NOT NULL,
	"question" jsonb,
	"note" text,
	"user_id" integer,
	"found_at" timestamp (3) with time zone NOT NULL,
	"task_id" integer,
	"recheck_by" jsonb,
	"closed_at" timestamp (3) with time zone,
	"closed_how" text,
	"closed_by" integer,
	"reason" text,
	CONSTRAINT "findings_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "findings_question_key" UNIQUE("company_id","submission_id","question_id"),
	CONSTRAINT "findings_task_key" UNIQUE("company_id","task_id"),
	CONSTRAINT "findings_end" CHECK (("findings"."closed_at" is null) = ("findings"."closed_how" is null)),
	CONSTRAINT "findings_reason" CHECK (("findings"."closed_how" = 'settled') is not true or "findings"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "form_library" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_library_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" jsonb NOT NULL,
	"content" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "form_library_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "form_pictures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_pictures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_pictures_path_unique" UNIQUE("path"),
	CONSTRAINT "form_pictures_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "form_pictures_uuid_key" UNIQUE("company_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "form_tables" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_tables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"content" jsonb NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_tables_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "form_tables_uuid_key" UNIQUE("company_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "form_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"searched_questions" text[] GENERATED ALWAYS AS (searched_questions(definition)) STORED,
	"published_by" integer NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_versions_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "form_versions_number_key" UNIQUE("company_id","form_id","number")
);
--> statement-breakpoint
CREATE TABLE "forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"category" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer,
	"filler_role_ids" integer[],
	"for_guests" boolean DEFAULT false NOT NULL,
	"is_channel" boolean DEFAULT false NOT NULL,
	"about_types" text[] DEFAULT '{}' NOT NULL,
	"has_unpublished_changes" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "forms_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "invite_forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invite_forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"invite_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	CONSTRAINT "invite_forms_form_key" UNIQUE("company_id","invite_id","form_id")
);
--> statement-breakpoint
CREATE TABLE "public_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "public_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"pin_hash" text,
	"cap" integer,
	"responses" integer DEFAULT 0 NOT NULL,
	"prefill" jsonb NOT NULL,
	"label_question" text,
	"created_by" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_links_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "public_links_counts" CHECK ("public_links"."responses" >= 0 and "public_links"."cap" > 0)
);
--> statement-breakpoint
CREATE TABLE "guide_approvals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guide_approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"guide_id" integer NOT NULL,
	"version" integer NOT NULL,
	"step" text NOT NULL,
	"user_id" integer NOT NULL,
	"approved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guide_approvals_key" UNIQUE("company_id","guide_id","version","step","user_id")
);
--> statement-breakpoint
CREATE TABLE "guide_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guide_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"guide_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "guide_files_key" UNIQUE("company_id","file_id","guide_id")
);
--> statement-breakpoint
CREATE TABLE "guide_readings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guide_readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"guide_id" integer NOT NULL,
	"version" integer NOT NULL,
	"user_id" integer NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guide_readings_key" UNIQUE("company_id","guide_id","user_id","version")
);
--> statement-breakpoint
CREATE TABLE "guide_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guide_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"guide_id" integer NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"published_by" integer NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guide_versions_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "guide_versions_number_key" UNIQUE("company_id","guide_id","number")
);
--> statement-breakpoint
CREATE TABLE "guides" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"title" jsonb NOT NULL,
	"words" jsonb NOT NULL,
	"category" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer,
	"published_at" timestamp (3) with time zone,
	"has_unpublished_changes" boolean DEFAULT true NOT NULL,
	"reader_role_ids" integer[],
	"reader_ids" integer[] DEFAULT '{}' NOT NULL,
	"for_guests" boolean DEFAULT false NOT NULL,
	"must_read" boolean DEFAULT false NOT NULL,
	"owner_id" integer,
	"review_on" date,
	"review_asked_for" date,
	"stage" text DEFAULT 'draft' NOT NULL,
	"checker_ids" integer[] DEFAULT '{}' NOT NULL,
	"approver_ids" integer[] DEFAULT '{}' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "guides_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "register_import_lines" (
	"company_id" integer NOT NULL,
	"import_id" integer NOT NULL,
	"number" integer NOT NULL,
	"cells" text[] NOT NULL,
	"typed" text[],
	"outcome" text,
	"errors" jsonb,
	CONSTRAINT "register_import_lines_pk" PRIMARY KEY("company_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "register_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "register_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"filename" text NOT NULL,
	"encoding" text,
	"headings" text[] NOT NULL,
	"readings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"matching" jsonb NOT NULL,
	"key" text NOT NULL,
	"state" text DEFAULT 'read' NOT NULL,
	"is_trial" boolean DEFAULT true NOT NULL,
	"run" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"faulty" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "register_imports_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "register_imports_ended" CHECK (("register_imports"."state" in ('tried', 'done', 'cancelled', 'failed')) = ("register_imports"."finished_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"email" text NOT NULL,
	"user_id" integer,
	"role_id" integer NOT NULL,
	"own_role_id" integer GENERATED ALWAYS AS (case when accepted_at is null and revoked_at is null and role_id > 2000 and role_id < 4000 and role_id <> 3000 then role_id end) STORED,
	"language_id" integer NOT NULL,
	"invited_by" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"delivery_error" text,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" integer,
	"declined_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invites_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "invites_role_id_check" CHECK ("invites"."role_id" between 2000 and 4000)
);
--> statement-breakpoint
CREATE TABLE "legal_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"privacy" jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"published_by" integer,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "locations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text collate "natural_order" NOT NULL,
	"type" text NOT NULL,
	"parent_id" integer,
	"responsible_id" integer,
	"also_responsible_ids" integer[] DEFAULT '{}' NOT NULL,
	"capacity_heads" integer,
	"floor_area" double precision,
	"address" text,
	"official_numbers" jsonb,
	"outline" jsonb,
	"notes" text,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED,
	"status" smallint DEFAULT 0 NOT NULL,
	"status_since" timestamp (3) with time zone,
	"last_checked_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "locations_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "locations_status" CHECK ("locations"."status" between 0 and 3),
	CONSTRAINT "locations_status_since" CHECK (("locations"."status" = 0) = ("locations"."status_since" is null)),
	CONSTRAINT "locations_room" CHECK ("locations"."capacity_heads" > 0 and "locations"."floor_area" > 0)
);
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
CREATE TABLE "notice_mutes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_mutes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"about" text,
	"person_id" integer,
	"name" text,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_mutes_what_key" UNIQUE NULLS NOT DISTINCT("company_id","user_id","about","person_id"),
	CONSTRAINT "notice_mutes_one" CHECK (num_nonnulls("notice_mutes"."about", "notice_mutes"."person_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "notice_preferences" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_preferences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"mailed" text[] DEFAULT '{}' NOT NULL,
	"unpushed" text[] DEFAULT '{}' NOT NULL,
	"has_push" boolean DEFAULT false NOT NULL,
	"silent" text[] DEFAULT '{}' NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"is_never_quiet" boolean DEFAULT false NOT NULL,
	"digest_at" text,
	CONSTRAINT "notice_preferences_user_key" UNIQUE("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" integer,
	"user_id" integer,
	"topic" text NOT NULL,
	"facts" jsonb NOT NULL,
	"said" jsonb,
	"href" text,
	"about" text,
	"is_urgent" boolean DEFAULT false NOT NULL,
	"by_id" integer,
	"read_at" timestamp (3) with time zone,
	"digest_at" timestamp (3) with time zone,
	"push_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"vehicle_id" integer,
	"holder_id" integer,
	"kind" text NOT NULL,
	"number" text,
	"issuer" text,
	"journey_class" text,
	"issued_on" date,
	"valid_until" date,
	"note" text,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"told_days" smallint,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "papers_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "papers_whose" CHECK (num_nonnulls("papers"."vehicle_id", "papers"."holder_id") <= 1)
);
--> statement-breakpoint
CREATE TABLE "company_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"plan_id" integer NOT NULL,
	"name" jsonb NOT NULL,
	"is_trial" boolean NOT NULL,
	"selected_plan_id" integer,
	"selected_at" timestamp (3) with time zone,
	"start_date" date NOT NULL,
	"end_date" date,
	"price" numeric(10, 2),
	"currency" text NOT NULL,
	"limits" jsonb NOT NULL,
	"warned_days" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "company_plans_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "company_plans_dates_check" CHECK ("company_plans"."end_date" >= "company_plans"."start_date"),
	CONSTRAINT "company_plans_currency_check" CHECK ("company_plans"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text,
	"name" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"period" text NOT NULL,
	"prices" jsonb NOT NULL,
	"limits" jsonb NOT NULL,
	"is_trial" boolean DEFAULT false NOT NULL,
	"days" integer,
	"is_offered" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "plans_key_key" UNIQUE("key"),
	CONSTRAINT "plans_days_check" CHECK ("plans"."days" > 0)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text collate "natural_order" NOT NULL,
	"description" text,
	"form_ids" integer[] NOT NULL,
	"filters" jsonb NOT NULL,
	"group_by" text,
	"group_question_id" text,
	"period" jsonb NOT NULL,
	"parts" text[] NOT NULL,
	"for_everybody" boolean DEFAULT false NOT NULL,
	"created_by" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "reports_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"company_id" integer NOT NULL,
	"id" integer NOT NULL,
	"name" text collate "natural_order" NOT NULL,
	"rules" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "roles_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "roles_id_check" CHECK ("roles"."id" between 2001 and 2999 or "roles"."id" between 3001 and 3999)
);
--> statement-breakpoint
CREATE TABLE "sample_sets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sample_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sample_sets_company_key" UNIQUE("company_id")
);
--> statement-breakpoint
CREATE TABLE "seal_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seal_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"checked_by" integer,
	"began_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"checked_to" integer DEFAULT 0 NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "seal_checks_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "seal_heads" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"record_type" text NOT NULL,
	"record_id" integer NOT NULL,
	"part" integer,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	"salt" text,
	"content" text,
	"content_hash" text NOT NULL,
	"previous" text NOT NULL,
	"key_generation" integer NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	"token" text,
	"file_sha256" text,
	CONSTRAINT "seals_position_key" UNIQUE("company_id","position"),
	CONSTRAINT "seals_token_key" UNIQUE("token"),
	CONSTRAINT "seals_content" CHECK (("seals"."salt" is null) = ("seals"."content" is null))
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"generation" integer PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "signing_keys_fingerprint_key" UNIQUE("fingerprint")
);
--> statement-breakpoint
CREATE TABLE "time_stamps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "time_stamps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"position" integer NOT NULL,
	"hash" text NOT NULL,
	"token" "bytea" NOT NULL,
	"stamped_at" timestamp (3) with time zone NOT NULL,
	"authority" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "time_stamps_position_key" UNIQUE("company_id","position")
);
--> statement-breakpoint
CREATE TABLE "subject_statuses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subject_statuses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"location_id" integer,
	"vehicle_id" integer,
	"state" text NOT NULL,
	"submission_id" integer,
	"user_id" integer,
	"finding" jsonb,
	"reason" text,
	"found_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subject_statuses_one" CHECK (num_nonnulls("subject_statuses"."animal_id", "subject_statuses"."animal_group_id", "subject_statuses"."location_id", "subject_statuses"."vehicle_id") = 1),
	CONSTRAINT "subject_statuses_source" CHECK ("subject_statuses"."submission_id" is not null or ("subject_statuses"."user_id" is not null and "subject_statuses"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "erased_submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erased_submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_submissions_uuid_key" UNIQUE("company_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "receipt_counters" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"submission_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"review_state" text,
	"mentions" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submission_comments_said" CHECK ("submission_comments"."text" <> '' or "submission_comments"."review_state" is not null)
);
--> statement-breakpoint
CREATE TABLE "submission_subjects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_subjects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"submission_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"location_id" integer,
	"vehicle_id" integer,
	CONSTRAINT "submission_subjects_subject_key" UNIQUE NULLS NOT DISTINCT("company_id","submission_id","animal_id","animal_group_id","location_id","vehicle_id"),
	CONSTRAINT "submission_subjects_one" CHECK (num_nonnulls("submission_subjects"."animal_id", "submission_subjects"."animal_group_id", "submission_subjects"."location_id", "submission_subjects"."vehicle_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "submission_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"submission_id" integer NOT NULL,
	"number" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"score_percent" real,
	"band" text,
	"critical_failed" integer NOT NULL,
	"user_id" integer,
	"made_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	CONSTRAINT "submission_versions_number_key" UNIQUE("company_id","submission_id","number"),
	CONSTRAINT "submission_versions_reason" CHECK (("submission_versions"."number" = 1) = ("submission_versions"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"form_id" integer NOT NULL,
	"form_version_id" integer NOT NULL,
	"user_id" integer,
	"public_link_id" integer,
	"imported_by" integer,
	"written_by" text,
	"contact" text,
	"copy_to" text,
	"task_sent_id" integer,
	"status" text DEFAULT 'draft' NOT NULL,
	"answers" jsonb NOT NULL,
	"score" jsonb,
	"score_percent" real,
	"band" text,
	"critical_failed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"device_time" text,
	"language_id" integer,
	"received_at" timestamp (3) with time zone,
	"receipt" jsonb,
	"receipt_sequence" integer,
	"review_state" text,
	"reviewer_ids" integer[],
	"review_is_named" boolean DEFAULT false NOT NULL,
	"follows_id" integer,
	"follows_as" text,
	"asked_keys" text[],
	"asked_for" text,
	"asked_words" text,
	"asked_by" integer,
	"former_answers" jsonb,
	"words" "tsvector",
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "submissions_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "submissions_uuid_key" UNIQUE("company_id","uuid"),
	CONSTRAINT "submissions_receipt_sequence_key" UNIQUE("company_id","receipt_sequence"),
	CONSTRAINT "submissions_one_origin" CHECK (num_nonnulls("submissions"."user_id", "submissions"."public_link_id") = 1),
	CONSTRAINT "submissions_completed" CHECK (("submissions"."status" = 'complete') = ("submissions"."completed_at" is not null)),
	CONSTRAINT "submissions_reviewed" CHECK ("submissions"."review_state" is null or "submissions"."status" = 'complete'),
	CONSTRAINT "submissions_review_named" CHECK ("submissions"."review_is_named" = ("submissions"."reviewer_ids" is not null)),
	CONSTRAINT "submissions_follow_up" CHECK (num_nonnulls("submissions"."follows_id", "submissions"."follows_as", "submissions"."asked_keys", "submissions"."former_answers") in (0, 4)),
	CONSTRAINT "submissions_received" CHECK (("submissions"."completed_at" is null) = ("submissions"."received_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sent_task_photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sent_task_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"sent_task_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "sent_task_photos_file_key" UNIQUE("company_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "sent_tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sent_tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"late_until" timestamp (3) with time zone,
	"animal_id" integer,
	"animal_group_id" integer,
	"location_id" integer,
	"vehicle_id" integer,
	"seen_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"completed_by" integer,
	"recorded_by" integer,
	"completed_outside" text,
	"skipped_at" timestamp (3) with time zone,
	"skipped_reason" text,
	"recorded_at" timestamp (3) with time zone,
	"note" text,
	"missed_at" timestamp (3) with time zone,
	"escalated" integer DEFAULT 0 NOT NULL,
	"done_with" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_tasks_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "sent_tasks_occurrence_key" UNIQUE NULLS NOT DISTINCT("company_id","task_id","user_id","starts_at","animal_id","animal_group_id","location_id","vehicle_id"),
	CONSTRAINT "sent_tasks_one" CHECK (num_nonnulls("sent_tasks"."animal_id", "sent_tasks"."animal_group_id", "sent_tasks"."location_id", "sent_tasks"."vehicle_id") <= 1),
	CONSTRAINT "sent_tasks_one_end" CHECK (num_nonnulls("sent_tasks"."completed_at", "sent_tasks"."skipped_at", "sent_tasks"."missed_at") <= 1)
);
--> statement-breakpoint
CREATE TABLE "task_assignees" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_assignees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	"user_id" integer,
	"role_id" integer,
	"location_id" integer,
	CONSTRAINT "task_assignees_user_key" UNIQUE("company_id","task_id","user_id"),
	CONSTRAINT "task_assignees_role_key" UNIQUE("company_id","task_id","role_id"),
	CONSTRAINT "task_assignees_location_key" UNIQUE("company_id","task_id","location_id"),
	CONSTRAINT "task_assignees_one" CHECK (num_nonnulls("task_assignees"."user_id", "task_assignees"."role_id", "task_assignees"."location_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "task_subjects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_subjects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	"animal_id" integer,
	"animal_group_id" integer,
	"location_id" integer,
	"vehicle_id" integer,
	CONSTRAINT "task_subjects_subject_key" UNIQUE NULLS NOT DISTINCT("company_id","task_id","animal_id","animal_group_id","location_id","vehicle_id"),
	CONSTRAINT "task_subjects_one" CHECK (num_nonnulls("task_subjects"."animal_id", "task_subjects"."animal_group_id", "task_subjects"."location_id", "task_subjects"."vehicle_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"title" text collate "natural_order" NOT NULL,
	"titles" jsonb,
	"description" text,
	"priority" text NOT NULL,
	"kind" text DEFAULT 'check' NOT NULL,
	"proof" text,
	"starts_at" text NOT NULL,
	"due_after" text NOT NULL,
	"timezone" text NOT NULL,
	"form_id" integer,
	"guide_id" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	"done_by" text DEFAULT 'everyone' NOT NULL,
	"per_subject" boolean DEFAULT false NOT NULL,
	"opens_before" text,
	"late_for" text,
	"missed" text DEFAULT 'keep' NOT NULL,
	"recurrence" text,
	"counted_from" text DEFAULT 'calendar' NOT NULL,
	"exceptions" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"make_at" timestamp (3) with time zone,
	"made_count" integer DEFAULT 0 NOT NULL,
	"split_from" integer,
	"root_cause" text,
	"root_cause_words" text,
	"control" text,
	"verify_after_days" integer,
	"created_by" integer NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(title, '') || E'\n' || coalesce(titles::text, '') || E'\n' || coalesce(description, ''))) STORED,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "tasks_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "tasks_made_when" CHECK (("tasks"."next_at" is null) = ("tasks"."make_at" is null))
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text collate "natural_order" NOT NULL,
	"email" text,
	"email_confirmed_at" timestamp (3) with time zone,
	"avatar" text,
	"language_id" integer DEFAULT 1 NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"admin_since" timestamp (3) with time zone,
	"privacy_accepted_at" timestamp (3) with time zone,
	"privacy_version" integer,
	"week_starts_on" integer,
	"muted_topics" text[] DEFAULT '{}' NOT NULL,
	"guest_until" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "users_week_starts_on_check" CHECK ("users"."week_starts_on" in (0, 1, 6))
);
--> statement-breakpoint
CREATE TABLE "maintenance_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	"name" text NOT NULL,
	"every_kilometres" integer,
	"every_hours" integer,
	"every_months" integer,
	"since_day" date NOT NULL,
	"since_kilometres" integer,
	"since_hours" double precision,
	"due_on" date,
	"due_kilometres" integer,
	"due_hours" double precision,
	"responsible_id" integer,
	"task_id" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "maintenance_plans_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "maintenance_plans_interval" CHECK (num_nonnulls("maintenance_plans"."every_kilometres", "maintenance_plans"."every_hours", "maintenance_plans"."every_months") > 0)
);
--> statement-breakpoint
CREATE TABLE "vehicle_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vehicle_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
	"vehicle_id" integer NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"until" date,
	"kilometres" integer,
	"hours" double precision,
	"reason" text,
	"driver_id" integer,
	"work" text,
	"product" text,
	"location_id" integer,
	"place" text,
	"maintenance_plan_id" integer,
	"task_id" integer,
	"note" text,
	"user_id" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "vehicle_entries_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "vehicle_entries_uuid_key" UNIQUE("company_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "vehicles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vehicles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text collate "natural_order" NOT NULL,
	"type" text NOT NULL,
	"plate" text collate "natural_order",
	"floor_area" double precision,
	"vin" text,
	"make" text,
	"model" text,
	"model_year" smallint,
	"decks" jsonb,
	"notes" text,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, '') || E'\n' || coalesce(plate, ''))) STORED,
	"status" smallint DEFAULT 0 NOT NULL,
	"status_since" timestamp (3) with time zone,
	"last_checked_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "vehicles_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "vehicles_status" CHECK ("vehicles"."status" between 0 and 3),
	CONSTRAINT "vehicles_status_since" CHECK (("vehicles"."status" = 0) = ("vehicles"."status_since" is null)),
	CONSTRAINT "vehicles_floor_area" CHECK ("vehicles"."floor_area" > 0)
);
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
CREATE TABLE "push_subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"session_id" integer NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_session_key" UNIQUE("session_id"),
	CONSTRAINT "push_subscriptions_endpoint_key" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"report_id" integer NOT NULL,
	"rhythm" text NOT NULL,
	"weekday" integer NOT NULL,
	"month_day" integer NOT NULL,
	"hour" integer NOT NULL,
	"recipient_ids" integer[] NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone,
	"created_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_schedules_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"report_id" integer,
	"guide_id" integer,
	"submission_id" integer,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"pin_hash" text,
	"revoked_at" timestamp (3) with time zone,
	"opened" integer DEFAULT 0 NOT NULL,
	"opened_on" date,
	"created_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shares_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "shares_one_thing" CHECK (num_nonnulls("shares"."report_id", "shares"."guide_id", "shares"."submission_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "submission_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"rights" text,
	"format" text NOT NULL,
	"values" text NOT NULL,
	"with_files" boolean NOT NULL,
	"filters" jsonb NOT NULL,
	"locale" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"worked_by" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"path" text,
	"filename" text,
	"size" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "submission_exports_ready" CHECK (("submission_exports"."state" = 'ready') = ("submission_exports"."path" is not null)),
	CONSTRAINT "submission_exports_ended" CHECK (("submission_exports"."state" in ('waiting', 'working')) = ("submission_exports"."finished_at" is null))
);
--> statement-breakpoint
CREATE TABLE "effect_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "effect_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"sent_task_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	"effect" text,
	CONSTRAINT "effect_checks_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "effect_checks_task_key" UNIQUE("company_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "calendar_feeds_company_key" UNIQUE("company_id","id"),
	CONSTRAINT "calendar_feeds_user_key" UNIQUE("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "helper_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "helper_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"helper_id" integer NOT NULL,
	"text" text,
	"file_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "helper_notes_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "helpers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "helpers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"sent_task_id" integer NOT NULL,
	"email" text NOT NULL,
	"language_id" integer NOT NULL,
	"message" text,
	"invited_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"delivery_error" text,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "helpers_company_key" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"company_id" integer,
	"user_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"sealed" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_company_key" UNIQUE NULLS NOT DISTINCT("company_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "platform_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "realtime_members" (
	"channel" text NOT NULL,
	"socket_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"user_info" json NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "realtime_members_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "realtime_members_channel_socket_id_pk" PRIMARY KEY("channel","socket_id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "realtime_nodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "realtime_payloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "action_links" ADD CONSTRAINT "action_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_events" ADD CONSTRAINT "animal_events_joined_group_id_fk" FOREIGN KEY ("company_id","joined_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withholds" ADD CONSTRAINT "withholds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withholds" ADD CONSTRAINT "withholds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withholds" ADD CONSTRAINT "withholds_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withholds" ADD CONSTRAINT "withholds_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withholds" ADD CONSTRAINT "withholds_animal_event_id_fk" FOREIGN KEY ("company_id","animal_event_id") REFERENCES "public"."animal_events"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_groups" ADD CONSTRAINT "animal_groups_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_groups" ADD CONSTRAINT "animal_groups_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_identifiers" ADD CONSTRAINT "animal_identifiers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_identifiers" ADD CONSTRAINT "animal_identifiers_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_merges" ADD CONSTRAINT "animal_merges_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_merges" ADD CONSTRAINT "animal_merges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_merges" ADD CONSTRAINT "animal_merges_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animal_merges" ADD CONSTRAINT "animal_merges_duplicate_id_fk" FOREIGN KEY ("company_id","duplicate_id") REFERENCES "public"."animals"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_mother_id_fk" FOREIGN KEY ("company_id","mother_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_father_id_fk" FOREIGN KEY ("company_id","father_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "animals" ADD CONSTRAINT "animals_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_acting_for_id_users_id_fk" FOREIGN KEY ("acting_for_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "device_keys" ADD CONSTRAINT "device_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_user_id_worker_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."worker_accounts"("user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_offered_by_users_id_fk" FOREIGN KEY ("offered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "login_challenges" ADD CONSTRAINT "login_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_two_factors_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."two_factors"("user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_acting_user_id_users_id_fk" FOREIGN KEY ("acting_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_acting_session_id_sessions_id_fk" FOREIGN KEY ("acting_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_known_device_id_known_devices_id_fk" FOREIGN KEY ("known_device_id") REFERENCES "public"."known_devices"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "worker_accounts" ADD CONSTRAINT "worker_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "worker_accounts" ADD CONSTRAINT "worker_accounts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "worker_accounts" ADD CONSTRAINT "worker_accounts_membership_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_case_id_fk" FOREIGN KEY ("company_id","case_id") REFERENCES "public"."cases"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."case_messages"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_case_id_fk" FOREIGN KEY ("company_id","case_id") REFERENCES "public"."cases"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_case_id_fk" FOREIGN KEY ("company_id","case_id") REFERENCES "public"."cases"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_form_version_id_fk" FOREIGN KEY ("company_id","form_version_id") REFERENCES "public"."form_versions"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role_id_fk" FOREIGN KEY ("company_id","own_role_id") REFERENCES "public"."roles"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "file_pieces" ADD CONSTRAINT "file_pieces_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "file_pieces" ADD CONSTRAINT "file_pieces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_public_link_id_fk" FOREIGN KEY ("company_id","public_link_id") REFERENCES "public"."public_links"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stored_sizes" ADD CONSTRAINT "stored_sizes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_finding_id_fk" FOREIGN KEY ("company_id","finding_id") REFERENCES "public"."findings"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "finding_subjects" ADD CONSTRAINT "finding_subjects_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_library" ADD CONSTRAINT "form_library_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_pictures" ADD CONSTRAINT "form_pictures_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_pictures" ADD CONSTRAINT "form_pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_tables" ADD CONSTRAINT "form_tables_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_tables" ADD CONSTRAINT "form_tables_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "forms" ADD CONSTRAINT "forms_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invite_forms" ADD CONSTRAINT "invite_forms_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invite_forms" ADD CONSTRAINT "invite_forms_invite_id_fk" FOREIGN KEY ("company_id","invite_id") REFERENCES "public"."invites"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invite_forms" ADD CONSTRAINT "invite_forms_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "public_links" ADD CONSTRAINT "public_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "public_links" ADD CONSTRAINT "public_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "public_links" ADD CONSTRAINT "public_links_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_approvals" ADD CONSTRAINT "guide_approvals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_approvals" ADD CONSTRAINT "guide_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_approvals" ADD CONSTRAINT "guide_approvals_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_files" ADD CONSTRAINT "guide_files_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_files" ADD CONSTRAINT "guide_files_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_files" ADD CONSTRAINT "guide_files_file_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_readings" ADD CONSTRAINT "guide_readings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_readings" ADD CONSTRAINT "guide_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_readings" ADD CONSTRAINT "guide_readings_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_versions" ADD CONSTRAINT "guide_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_versions" ADD CONSTRAINT "guide_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_versions" ADD CONSTRAINT "guide_versions_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guides" ADD CONSTRAINT "guides_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guides" ADD CONSTRAINT "guides_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "register_import_lines" ADD CONSTRAINT "register_import_lines_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "register_import_lines" ADD CONSTRAINT "register_import_lines_import_id_fk" FOREIGN KEY ("company_id","import_id") REFERENCES "public"."register_imports"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "register_imports" ADD CONSTRAINT "register_imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "register_imports" ADD CONSTRAINT "register_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_role_id_fk" FOREIGN KEY ("company_id","own_role_id") REFERENCES "public"."roles"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "legal_versions" ADD CONSTRAINT "legal_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_parent_id_fk" FOREIGN KEY ("company_id","parent_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_responsible_id_fk" FOREIGN KEY ("company_id","responsible_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_fk" FOREIGN KEY ("company_id","conversation_id") REFERENCES "public"."conversations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_picture_file_id_fk" FOREIGN KEY ("company_id","picture_file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_acknowledgements" ADD CONSTRAINT "message_acknowledgements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_acknowledgements" ADD CONSTRAINT "message_acknowledgements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_acknowledgements" ADD CONSTRAINT "message_acknowledgements_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_file_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_sent_task_id_fk" FOREIGN KEY ("company_id","sent_task_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_conversation_id_fk" FOREIGN KEY ("company_id","conversation_id") REFERENCES "public"."conversations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_reported_by_users_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_retention" ADD CONSTRAINT "message_retention_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_versions" ADD CONSTRAINT "message_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_versions" ADD CONSTRAINT "message_versions_message_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_fk" FOREIGN KEY ("company_id","conversation_id") REFERENCES "public"."conversations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messaging_preferences" ADD CONSTRAINT "messaging_preferences_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messaging_preferences" ADD CONSTRAINT "messaging_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "person_blocks" ADD CONSTRAINT "person_blocks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "person_blocks" ADD CONSTRAINT "person_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "person_blocks" ADD CONSTRAINT "person_blocks_blocked_user_id_users_id_fk" FOREIGN KEY ("blocked_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notice_mutes" ADD CONSTRAINT "notice_mutes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notice_mutes" ADD CONSTRAINT "notice_mutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notice_mutes" ADD CONSTRAINT "notice_mutes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_holder_id_fk" FOREIGN KEY ("company_id","holder_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "company_plans" ADD CONSTRAINT "company_plans_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "company_plans" ADD CONSTRAINT "company_plans_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "company_plans" ADD CONSTRAINT "company_plans_selected_plan_id_plans_id_fk" FOREIGN KEY ("selected_plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sample_sets" ADD CONSTRAINT "sample_sets_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "seal_checks" ADD CONSTRAINT "seal_checks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "seal_checks" ADD CONSTRAINT "seal_checks_checked_by_users_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "seal_heads" ADD CONSTRAINT "seal_heads_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "seals" ADD CONSTRAINT "seals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "time_stamps" ADD CONSTRAINT "time_stamps_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subject_statuses" ADD CONSTRAINT "subject_statuses_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "erased_submissions" ADD CONSTRAINT "erased_submissions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "receipt_counters" ADD CONSTRAINT "receipt_counters_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_subjects" ADD CONSTRAINT "submission_subjects_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_versions" ADD CONSTRAINT "submission_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_versions" ADD CONSTRAINT "submission_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_versions" ADD CONSTRAINT "submission_versions_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_follows_id_fk" FOREIGN KEY ("company_id","follows_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_form_version_id_fk" FOREIGN KEY ("company_id","form_version_id") REFERENCES "public"."form_versions"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_task_sent_id_fk" FOREIGN KEY ("company_id","task_sent_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_public_link_id_fk" FOREIGN KEY ("company_id","public_link_id") REFERENCES "public"."public_links"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_task_photos" ADD CONSTRAINT "sent_task_photos_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_task_photos" ADD CONSTRAINT "sent_task_photos_sent_task_id_fk" FOREIGN KEY ("company_id","sent_task_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_task_photos" ADD CONSTRAINT "sent_task_photos_file_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_completed_by_users_id_fk" FOREIGN KEY ("completed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_done_with_fk" FOREIGN KEY ("company_id","done_with") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sent_tasks" ADD CONSTRAINT "sent_tasks_user_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_user_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_animal_id_fk" FOREIGN KEY ("company_id","animal_id") REFERENCES "public"."animals"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_animal_group_id_fk" FOREIGN KEY ("company_id","animal_group_id") REFERENCES "public"."animal_groups"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "task_subjects" ADD CONSTRAINT "task_subjects_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_form_id_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_split_from_fk" FOREIGN KEY ("company_id","split_from") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "maintenance_plans" ADD CONSTRAINT "maintenance_plans_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "maintenance_plans" ADD CONSTRAINT "maintenance_plans_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "maintenance_plans" ADD CONSTRAINT "maintenance_plans_responsible_id_fk" FOREIGN KEY ("company_id","responsible_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "maintenance_plans" ADD CONSTRAINT "maintenance_plans_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_vehicle_id_fk" FOREIGN KEY ("company_id","vehicle_id") REFERENCES "public"."vehicles"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_driver_id_fk" FOREIGN KEY ("company_id","driver_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_location_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."locations"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_maintenance_plan_id_fk" FOREIGN KEY ("company_id","maintenance_plan_id") REFERENCES "public"."maintenance_plans"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vehicle_entries" ADD CONSTRAINT "vehicle_entries_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_settings" ADD CONSTRAINT "list_settings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_settings" ADD CONSTRAINT "list_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_settings" ADD CONSTRAINT "list_settings_default_view_id_fk" FOREIGN KEY ("company_id","default_view_id") REFERENCES "public"."list_views"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_report_id_fk" FOREIGN KEY ("company_id","report_id") REFERENCES "public"."reports"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_report_id_fk" FOREIGN KEY ("company_id","report_id") REFERENCES "public"."reports"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_guide_id_fk" FOREIGN KEY ("company_id","guide_id") REFERENCES "public"."guides"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_submission_id_fk" FOREIGN KEY ("company_id","submission_id") REFERENCES "public"."submissions"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_exports" ADD CONSTRAINT "submission_exports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_exports" ADD CONSTRAINT "submission_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "effect_checks" ADD CONSTRAINT "effect_checks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "effect_checks" ADD CONSTRAINT "effect_checks_sent_task_id_fk" FOREIGN KEY ("company_id","sent_task_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "effect_checks" ADD CONSTRAINT "effect_checks_task_id_fk" FOREIGN KEY ("company_id","task_id") REFERENCES "public"."tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "helper_notes" ADD CONSTRAINT "helper_notes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "helper_notes" ADD CONSTRAINT "helper_notes_helper_id_fk" FOREIGN KEY ("company_id","helper_id") REFERENCES "public"."helpers"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "helper_notes" ADD CONSTRAINT "helper_notes_file_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."files"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_sent_task_id_fk" FOREIGN KEY ("company_id","sent_task_id") REFERENCES "public"."sent_tasks"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "realtime_members" ADD CONSTRAINT "realtime_members_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."realtime_nodes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "action_links_user_id_idx" ON "action_links" USING btree ("user_id","kind");
--> statement-breakpoint
CREATE INDEX "action_links_expires_at_idx" ON "action_links" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "animal_events_animal_idx" ON "animal_events" USING btree ("company_id","animal_id","day","id");
--> statement-breakpoint
CREATE INDEX "animal_events_group_idx" ON "animal_events" USING btree ("company_id","animal_group_id","day","id");
--> statement-breakpoint
CREATE INDEX "animal_events_location_idx" ON "animal_events" USING btree ("company_id","location_id");
--> statement-breakpoint
CREATE INDEX "animal_events_joined_group_idx" ON "animal_events" USING btree ("company_id","joined_group_id");
--> statement-breakpoint
CREATE INDEX "animal_events_user_id_idx" ON "animal_events" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "animal_events_archived_at_idx" ON "animal_events" USING btree ("archived_at") WHERE "animal_events"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "withholds_animal_idx" ON "withholds" USING btree ("company_id","animal_id","until");
--> statement-breakpoint
CREATE INDEX "withholds_group_idx" ON "withholds" USING btree ("company_id","animal_group_id","until");
--> statement-breakpoint
CREATE INDEX "withholds_until_idx" ON "withholds" USING btree ("company_id","until");
--> statement-breakpoint
CREATE INDEX "withholds_event_idx" ON "withholds" USING btree ("company_id","animal_event_id");
--> statement-breakpoint
CREATE INDEX "withholds_user_id_idx" ON "withholds" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_name_idx" ON "animal_groups" USING btree ("company_id","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_name_hu_idx" ON "animal_groups" USING btree ("company_id",("name" collate "natural_order_hu"),"id","archived_at");
--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_name_ar_idx" ON "animal_groups" USING btree ("company_id",("name" collate "natural_order_ar"),"id","archived_at");
--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_created_at_idx" ON "animal_groups" USING btree ("company_id","created_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animal_groups_company_id_updated_at_idx" ON "animal_groups" USING btree ("company_id","updated_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animal_groups_archived_at_idx" ON "animal_groups" USING btree ("archived_at") WHERE "animal_groups"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "animal_groups_search_idx" ON "animal_groups" USING gin ("company_id","search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "animal_groups_name_mark_idx" ON "animal_groups" USING btree ("company_id",(lower(trim("name")) collate "C")) WHERE "animal_groups"."archived_at" is null;
--> statement-breakpoint
CREATE INDEX "animal_groups_status_idx" ON "animal_groups" USING btree ("company_id","status","id");
--> statement-breakpoint
CREATE INDEX "animal_groups_last_checked_at_idx" ON "animal_groups" USING btree ("company_id","last_checked_at","id");
--> statement-breakpoint
CREATE INDEX "animal_groups_species_idx" ON "animal_groups" USING btree ("company_id","species","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animal_groups_location_idx" ON "animal_groups" USING btree ("company_id","location_id","name","id","archived_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "animal_identifiers_identifier_key" ON "animal_identifiers" USING btree ("company_id","scheme",lower("value"));
--> statement-breakpoint
CREATE INDEX "animal_identifiers_animal_idx" ON "animal_identifiers" USING btree ("company_id","animal_id");
--> statement-breakpoint
CREATE INDEX "animal_merges_animal_idx" ON "animal_merges" USING btree ("company_id","animal_id");
--> statement-breakpoint
CREATE INDEX "animal_merges_duplicate_idx" ON "animal_merges" USING btree ("company_id","duplicate_id");
--> statement-breakpoint
CREATE INDEX "animal_merges_user_id_idx" ON "animal_merges" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "animals_company_id_name_idx" ON "animals" USING btree ("company_id","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_company_id_name_hu_idx" ON "animals" USING btree ("company_id",("name" collate "natural_order_hu"),"id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_company_id_name_ar_idx" ON "animals" USING btree ("company_id",("name" collate "natural_order_ar"),"id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_company_id_created_at_idx" ON "animals" USING btree ("company_id","created_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_company_id_updated_at_idx" ON "animals" USING btree ("company_id","updated_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_archived_at_idx" ON "animals" USING btree ("archived_at") WHERE "animals"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "animals_search_idx" ON "animals" USING gin ("company_id","search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "animals_grams_idx" ON "animals" USING gin (search_grams("company_id", "search_text")) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "animals_texts_idx" ON "animals" USING btree ("company_id","id","archived_at","search_text") WHERE octet_length("animals"."search_text") <= 2000;
--> statement-breakpoint
CREATE INDEX "animals_long_texts_idx" ON "animals" USING btree ("company_id","id") WHERE octet_length("animals"."search_text") > 2000;
--> statement-breakpoint
CREATE INDEX "animals_bare_marks_idx" ON "animals" USING gin (search_grams("company_id", bare_marks("identifier", "other_identifiers"))) WITH (fastupdate=false) WHERE "animals"."identifier" <> bare_mark("animals"."identifier") or "animals"."other_identifiers" <> '[]';
--> statement-breakpoint
CREATE INDEX "animals_last_checked_idx" ON "animals" USING btree ("company_id","last_checked_at","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_name_mark_idx" ON "animals" USING btree ("company_id",(lower(trim("name")) collate "C")) WHERE "animals"."archived_at" is null;
--> statement-breakpoint
CREATE INDEX "animals_identifier_mark_idx" ON "animals" USING btree ("company_id",(lower(trim("identifier")) collate "C")) WHERE "animals"."archived_at" is null;
--> statement-breakpoint
CREATE INDEX "animals_status_idx" ON "animals" USING btree ("company_id","status","id");
--> statement-breakpoint
CREATE INDEX "animals_last_checked_at_idx" ON "animals" USING btree ("company_id","last_checked_at","id");
--> statement-breakpoint
CREATE INDEX "animals_species_idx" ON "animals" USING btree ("company_id","species","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_breed_idx" ON "animals" USING btree ("company_id","breed");
--> statement-breakpoint
CREATE INDEX "animals_group_idx" ON "animals" USING btree ("company_id","animal_group_id","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_location_idx" ON "animals" USING btree ("company_id","location_id","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_life_status_idx" ON "animals" USING btree ("company_id","life_status","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_health_status_idx" ON "animals" USING btree ("company_id","health_status","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "animals_photos_idx" ON "animals" USING gin ("photos" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "animals_mother_idx" ON "animals" USING btree ("company_id","mother_id");
--> statement-breakpoint
CREATE INDEX "animals_father_idx" ON "animals" USING btree ("company_id","father_id");
--> statement-breakpoint
CREATE INDEX "audit_entries_company_id_idx" ON "audit_entries" USING btree ("company_id","id");
--> statement-breakpoint
CREATE INDEX "audit_entries_company_action_idx" ON "audit_entries" USING btree ("company_id","action","id");
--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("action","id");
--> statement-breakpoint
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries" USING btree ("subject_type","subject_id","id");
--> statement-breakpoint
CREATE INDEX "audit_entries_actor_id_idx" ON "audit_entries" USING btree ("actor_id","id");
--> statement-breakpoint
CREATE INDEX "audit_entries_acting_for_id_idx" ON "audit_entries" USING btree ("acting_for_id");
--> statement-breakpoint
CREATE INDEX "audit_entries_created_at_idx" ON "audit_entries" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "enrolments_user_id_idx" ON "enrolments" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "enrolments_offered_by_idx" ON "enrolments" USING btree ("offered_by");
--> statement-breakpoint
CREATE UNIQUE INDEX "enrolments_offer_key" ON "enrolments" USING btree ("user_id") WHERE "enrolments"."enrolled_at" is null and "enrolments"."ended_at" is null;
--> statement-breakpoint
CREATE INDEX "login_challenges_user_id_idx" ON "login_challenges" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "login_challenges_expires_at_idx" ON "login_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "sessions_acting_session_id_idx" ON "sessions" USING btree ("acting_session_id");
--> statement-breakpoint
CREATE INDEX "sessions_acting_user_id_idx" ON "sessions" USING btree ("acting_user_id");
--> statement-breakpoint
CREATE INDEX "sessions_known_device_id_idx" ON "sessions" USING btree ("known_device_id");
--> statement-breakpoint
CREATE INDEX "sessions_enrolment_id_idx" ON "sessions" USING btree ("enrolment_id");
--> statement-breakpoint
CREATE INDEX "sessions_company_id_idx" ON "sessions" USING btree ("company_id");
--> statement-breakpoint
CREATE INDEX "sessions_refreshable_until_idx" ON "sessions" USING btree ("refreshable_until");
--> statement-breakpoint
CREATE UNIQUE INDEX "worker_accounts_user_name_key" ON "worker_accounts" USING btree ("company_id",lower("user_name"));
--> statement-breakpoint
CREATE INDEX "case_files_message_id_idx" ON "case_files" USING btree ("company_id","message_id");
--> statement-breakpoint
CREATE INDEX "case_messages_user_id_idx" ON "case_messages" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "case_readings_user_id_idx" ON "case_readings" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "cases_list_idx" ON "cases" USING btree ("company_id","received_on","id");
--> statement-breakpoint
CREATE INDEX "cases_status_idx" ON "cases" USING btree ("company_id","status","received_on");
--> statement-breakpoint
CREATE INDEX "cases_form_id_idx" ON "cases" USING btree ("company_id","form_id");
--> statement-breakpoint
CREATE INDEX "cases_form_version_id_idx" ON "cases" USING btree ("company_id","form_version_id");
--> statement-breakpoint
CREATE INDEX "cases_erase_on_idx" ON "cases" USING btree ("erase_on") WHERE "cases"."erase_on" is not null;
--> statement-breakpoint
CREATE INDEX "companies_name_idx" ON "companies" USING btree ("name");
--> statement-breakpoint
CREATE INDEX "companies_name_hu_idx" ON "companies" USING btree (("name" collate "natural_order_hu"));
--> statement-breakpoint
CREATE INDEX "companies_name_ar_idx" ON "companies" USING btree (("name" collate "natural_order_ar"));
--> statement-breakpoint
CREATE INDEX "companies_created_at_idx" ON "companies" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "companies_updated_at_idx" ON "companies" USING btree ("updated_at");
--> statement-breakpoint
CREATE INDEX "companies_archived_at_idx" ON "companies" USING btree ("archived_at") WHERE "companies"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "memberships_user_id_idx" ON "memberships" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "memberships_role_id_idx" ON "memberships" USING btree ("company_id","role_id");
--> statement-breakpoint
CREATE INDEX "memberships_own_role_id_idx" ON "memberships" USING btree ("company_id","own_role_id");
--> statement-breakpoint
CREATE INDEX "documents_user_idx" ON "documents" USING btree ("company_id","user_id","id");
--> statement-breakpoint
CREATE INDEX "documents_user_id_idx" ON "documents" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "documents_record_idx" ON "documents" USING btree ("company_id","kind","record_id");
--> statement-breakpoint
CREATE INDEX "documents_input_idx" ON "documents" USING btree ("company_id","user_id","input_hash");
--> statement-breakpoint
CREATE INDEX "documents_expires_at_idx" ON "documents" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "file_pieces_user_id_idx" ON "file_pieces" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "file_pieces_created_at_idx" ON "file_pieces" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "files_submission_idx" ON "files" USING btree ("company_id","submission_id");
--> statement-breakpoint
CREATE INDEX "files_user_id_idx" ON "files" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "files_public_link_idx" ON "files" USING btree ("company_id","public_link_id","waiting_for");
--> statement-breakpoint
CREATE INDEX "files_unnamed_idx" ON "files" USING btree ("created_at") WHERE "files"."submission_id" is null and "files"."owned_by" is null;
--> statement-breakpoint
CREATE INDEX "stored_sizes_company_idx" ON "stored_sizes" USING btree ("company_id","id");
--> statement-breakpoint
CREATE INDEX "finding_subjects_animal_idx" ON "finding_subjects" USING btree ("company_id","animal_id");
--> statement-breakpoint
CREATE INDEX "finding_subjects_animal_group_idx" ON "finding_subjects" USING btree ("company_id","animal_group_id");
--> statement-breakpoint
CREATE INDEX "finding_subjects_location_idx" ON "finding_subjects" USING btree ("company_id","location_id");
--> statement-breakpoint
CREATE INDEX "finding_subjects_vehicle_idx" ON "finding_subjects" USING btree ("company_id","vehicle_id");
--> statement-breakpoint
CREATE INDEX "findings_open_idx" ON "findings" USING btree ("company_id","severity" DESC NULLS FIRST,"found_at","id") WHERE "findings"."closed_at" is null;
--> statement-breakpoint
CREATE INDEX "findings_closed_at_idx" ON "findings" USING btree ("company_id","closed_at");
--> statement-breakpoint
CREATE INDEX "findings_form_idx" ON "findings" USING btree ("company_id","form_id","found_at");
--> statement-breakpoint
CREATE INDEX "findings_search_idx" ON "findings" USING gin ("company_id",fold(coalesce("note", '') || E'\n' || coalesce("question"::text, '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "findings_user_id_idx" ON "findings" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "findings_closed_by_idx" ON "findings" USING btree ("closed_by");
--> statement-breakpoint
CREATE INDEX "form_library_company_id_idx" ON "form_library" USING btree ("company_id","created_at");
--> statement-breakpoint
CREATE INDEX "form_library_archived_at_idx" ON "form_library" USING btree ("archived_at") WHERE "form_library"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "form_pictures_user_id_idx" ON "form_pictures" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "form_tables_user_id_idx" ON "form_tables" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "form_versions_published_by_idx" ON "form_versions" USING btree ("published_by");
--> statement-breakpoint
CREATE INDEX "forms_company_id_created_at_idx" ON "forms" USING btree ("company_id","created_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "forms_company_id_updated_at_idx" ON "forms" USING btree ("company_id","updated_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "forms_archived_at_idx" ON "forms" USING btree ("archived_at") WHERE "forms"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "forms_company_id_status_idx" ON "forms" USING btree ("company_id","status");
--> statement-breakpoint
CREATE INDEX "forms_company_id_category_idx" ON "forms" USING btree ("company_id","category");
--> statement-breakpoint
CREATE INDEX "invite_forms_form_idx" ON "invite_forms" USING btree ("company_id","form_id");
--> statement-breakpoint
CREATE INDEX "public_links_form_idx" ON "public_links" USING btree ("company_id","form_id","id");
--> statement-breakpoint
CREATE INDEX "public_links_created_by_idx" ON "public_links" USING btree ("created_by");
--> statement-breakpoint
CREATE INDEX "guide_approvals_user_id_idx" ON "guide_approvals" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "guide_files_guide_idx" ON "guide_files" USING btree ("company_id","guide_id");
--> statement-breakpoint
CREATE INDEX "guide_readings_user_id_idx" ON "guide_readings" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "guide_versions_published_by_idx" ON "guide_versions" USING btree ("published_by");
--> statement-breakpoint
CREATE INDEX "guides_company_id_created_at_idx" ON "guides" USING btree ("company_id","created_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "guides_company_id_updated_at_idx" ON "guides" USING btree ("company_id","updated_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "guides_archived_at_idx" ON "guides" USING btree ("archived_at") WHERE "guides"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "guides_category_idx" ON "guides" USING btree ("company_id","category","position");
--> statement-breakpoint
CREATE INDEX "guides_status_idx" ON "guides" USING btree ("company_id","status");
--> statement-breakpoint
CREATE INDEX "guides_owner_id_idx" ON "guides" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX "guides_stage_idx" ON "guides" USING btree ("company_id","stage");
--> statement-breakpoint
CREATE INDEX "guides_review_on_idx" ON "guides" USING btree ("company_id","review_on");
--> statement-breakpoint
CREATE INDEX "register_import_lines_open_idx" ON "register_import_lines" USING btree ("company_id","import_id","number") WHERE "register_import_lines"."outcome" is null;
--> statement-breakpoint
CREATE INDEX "register_import_lines_outcome_idx" ON "register_import_lines" USING btree ("company_id","import_id","outcome","number");
--> statement-breakpoint
CREATE INDEX "register_imports_user_idx" ON "register_imports" USING btree ("company_id","user_id","type","id");
--> statement-breakpoint
CREATE INDEX "register_imports_user_id_idx" ON "register_imports" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "register_imports_created_at_idx" ON "register_imports" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "invites_email_key" ON "invites" USING btree ("company_id",lower("email")) WHERE "invites"."accepted_at" is null and "invites"."revoked_at" is null;
--> statement-breakpoint
CREATE INDEX "invites_company_id_email_idx" ON "invites" USING btree ("company_id","email");
--> statement-breakpoint
CREATE INDEX "invites_company_id_created_at_idx" ON "invites" USING btree ("company_id","created_at");
--> statement-breakpoint
CREATE INDEX "invites_company_id_expires_at_idx" ON "invites" USING btree ("company_id","expires_at");
--> statement-breakpoint
CREATE INDEX "invites_email_idx" ON "invites" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "invites_user_id_idx" ON "invites" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "invites_invited_by_idx" ON "invites" USING btree ("invited_by");
--> statement-breakpoint
CREATE INDEX "invites_accepted_by_idx" ON "invites" USING btree ("accepted_by");
--> statement-breakpoint
CREATE INDEX "invites_own_role_id_idx" ON "invites" USING btree ("company_id","own_role_id");
--> statement-breakpoint
CREATE INDEX "legal_versions_published_by_idx" ON "legal_versions" USING btree ("published_by");
--> statement-breakpoint
CREATE INDEX "locations_company_id_name_idx" ON "locations" USING btree ("company_id","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "locations_company_id_name_hu_idx" ON "locations" USING btree ("company_id",("name" collate "natural_order_hu"),"id","archived_at");
--> statement-breakpoint
CREATE INDEX "locations_company_id_name_ar_idx" ON "locations" USING btree ("company_id",("name" collate "natural_order_ar"),"id","archived_at");
--> statement-breakpoint
CREATE INDEX "locations_company_id_created_at_idx" ON "locations" USING btree ("company_id","created_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "locations_company_id_updated_at_idx" ON "locations" USING btree ("company_id","updated_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "locations_archived_at_idx" ON "locations" USING btree ("archived_at") WHERE "locations"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "locations_search_idx" ON "locations" USING gin ("company_id","search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "locations_name_mark_idx" ON "locations" USING btree ("company_id",(lower(trim("name")) collate "C")) WHERE "locations"."archived_at" is null;
--> statement-breakpoint
CREATE INDEX "locations_status_idx" ON "locations" USING btree ("company_id","status","id");
--> statement-breakpoint
CREATE INDEX "locations_last_checked_at_idx" ON "locations" USING btree ("company_id","last_checked_at","id");
--> statement-breakpoint
CREATE INDEX "locations_type_idx" ON "locations" USING btree ("company_id","type","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "locations_parent_idx" ON "locations" USING btree ("company_id","parent_id","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "locations_looked_after_idx" ON "locations" USING btree ("company_id","id") WHERE responsible_id is not null or also_responsible_ids <> '{}';
--> statement-breakpoint
CREATE INDEX "locations_responsible_idx" ON "locations" USING btree ("company_id","responsible_id");
--> statement-breakpoint
CREATE INDEX "conversation_members_user_idx" ON "conversation_members" USING btree ("user_id","company_id") WHERE "conversation_members"."left_at" is null;
--> statement-breakpoint
CREATE INDEX "conversation_members_user_id_idx" ON "conversation_members" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "conversations_created_by_idx" ON "conversations" USING btree ("created_by");
--> statement-breakpoint
CREATE INDEX "conversations_assigned_to_idx" ON "conversations" USING btree ("assigned_to");
--> statement-breakpoint
CREATE INDEX "conversations_picture_idx" ON "conversations" USING btree ("company_id","picture_file_id");
--> statement-breakpoint
CREATE INDEX "conversations_support_idx" ON "conversations" USING btree ("last_message_at") WHERE "conversations"."type" = 'support';
--> statement-breakpoint
CREATE INDEX "message_acknowledgements_user_id_idx" ON "message_acknowledgements" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "message_attachments_message_idx" ON "message_attachments" USING btree ("company_id","message_id");
--> statement-breakpoint
CREATE INDEX "message_attachments_file_idx" ON "message_attachments" USING btree ("company_id","file_id");
--> statement-breakpoint
CREATE INDEX "message_attachments_submission_idx" ON "message_attachments" USING btree ("company_id","submission_id");
--> statement-breakpoint
CREATE INDEX "message_attachments_sent_task_idx" ON "message_attachments" USING btree ("company_id","sent_task_id");
--> statement-breakpoint
CREATE INDEX "message_reactions_user_id_idx" ON "message_reactions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "message_reads_message_idx" ON "message_reads" USING btree ("company_id","conversation_id","message_id");
--> statement-breakpoint
CREATE INDEX "message_reads_change_idx" ON "message_reads" USING btree ("company_id","conversation_id","change_id");
--> statement-breakpoint
CREATE INDEX "message_reads_user_id_idx" ON "message_reads" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "message_reports_created_at_idx" ON "message_reports" USING btree ("company_id","created_at");
--> statement-breakpoint
CREATE INDEX "message_reports_reported_by_idx" ON "message_reports" USING btree ("reported_by");
--> statement-breakpoint
CREATE INDEX "message_reports_handled_by_idx" ON "message_reports" USING btree ("handled_by");
--> statement-breakpoint
CREATE INDEX "message_versions_message_idx" ON "message_versions" USING btree ("company_id","message_id");
--> statement-breakpoint
CREATE INDEX "messages_conversation_idx" ON "messages" USING btree ("company_id","conversation_id","id");
--> statement-breakpoint
CREATE INDEX "messages_change_idx" ON "messages" USING btree ("company_id","conversation_id","change_id");
--> statement-breakpoint
CREATE INDEX "messages_files_idx" ON "messages" USING btree ("company_id","conversation_id","id") WHERE "messages"."has_files";
--> statement-breakpoint
CREATE INDEX "messages_pinned_idx" ON "messages" USING btree ("company_id","conversation_id","id") WHERE "messages"."pinned_at" is not null;
--> statement-breakpoint
CREATE INDEX "messages_sender_id_idx" ON "messages" USING btree ("sender_id");
--> statement-breakpoint
CREATE INDEX "messages_deleted_by_idx" ON "messages" USING btree ("deleted_by");
--> statement-breakpoint
CREATE INDEX "messages_reply_to_idx" ON "messages" USING btree ("company_id","reply_to_id");
--> statement-breakpoint
CREATE INDEX "messages_created_at_idx" ON "messages" USING btree ("company_id","created_at");
--> statement-breakpoint
CREATE INDEX "messages_urgent_idx" ON "messages" USING btree ("created_at") WHERE "messages"."is_urgent";
--> statement-breakpoint
CREATE INDEX "messages_words_idx" ON "messages" USING gin ("words") WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "messages_similar_idx" ON "messages" USING gin (fold("message_text") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "messaging_preferences_user_id_idx" ON "messaging_preferences" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "person_blocks_user_id_idx" ON "person_blocks" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "person_blocks_blocked_user_id_idx" ON "person_blocks" USING btree ("blocked_user_id");
--> statement-breakpoint
CREATE INDEX "notice_mutes_user_idx" ON "notice_mutes" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "notice_mutes_person_idx" ON "notice_mutes" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "notice_preferences_user_idx" ON "notice_preferences" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "notices_user_id_idx" ON "notices" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX "notices_by_id_idx" ON "notices" USING btree ("by_id");
--> statement-breakpoint
CREATE INDEX "notices_company_id_idx" ON "notices" USING btree ("company_id");
--> statement-breakpoint
CREATE INDEX "notices_created_at_idx" ON "notices" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "notices_bell_idx" ON "notices" USING btree ("company_id","user_id","created_at") WHERE "notices"."said" is not null;
--> statement-breakpoint
CREATE INDEX "notices_unread_idx" ON "notices" USING btree ("company_id","user_id") WHERE "notices"."said" is not null and "notices"."read_at" is null;
--> statement-breakpoint
CREATE INDEX "notices_push_at_idx" ON "notices" USING btree ("push_at") WHERE "notices"."push_at" is not null;
--> statement-breakpoint
CREATE INDEX "notices_digest_at_idx" ON "notices" USING btree ("digest_at") WHERE "notices"."digest_at" is not null;
--> statement-breakpoint
CREATE INDEX "papers_end_idx" ON "papers" USING btree ("company_id","valid_until","id");
--> statement-breakpoint
CREATE INDEX "papers_vehicle_idx" ON "papers" USING btree ("company_id","vehicle_id","valid_until");
--> statement-breakpoint
CREATE INDEX "papers_holder_idx" ON "papers" USING btree ("company_id","holder_id","valid_until");
--> statement-breakpoint
CREATE INDEX "papers_files_idx" ON "papers" USING gin ("files" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "papers_earlier_idx" ON "papers" USING gin ("earlier" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "papers_due_idx" ON "papers" USING btree ("valid_until") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "papers_archived_at_idx" ON "papers" USING btree ("archived_at") WHERE "papers"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "company_plans_company_id_start_date_idx" ON "company_plans" USING btree ("company_id","start_date");
--> statement-breakpoint
CREATE INDEX "company_plans_company_id_end_date_idx" ON "company_plans" USING btree ("company_id","end_date");
--> statement-breakpoint
CREATE INDEX "company_plans_end_date_idx" ON "company_plans" USING btree ("end_date");
--> statement-breakpoint
CREATE INDEX "company_plans_plan_id_idx" ON "company_plans" USING btree ("plan_id");
--> statement-breakpoint
CREATE INDEX "company_plans_selected_plan_id_idx" ON "company_plans" USING btree ("selected_plan_id");
--> statement-breakpoint
CREATE INDEX "plans_position_idx" ON "plans" USING btree ("position");
--> statement-breakpoint
CREATE INDEX "reports_company_id_name_idx" ON "reports" USING btree ("company_id","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "reports_company_id_name_hu_idx" ON "reports" USING btree ("company_id",("name" collate "natural_order_hu"),"id","archived_at");
--> statement-breakpoint
CREATE INDEX "reports_company_id_name_ar_idx" ON "reports" USING btree ("company_id",("name" collate "natural_order_ar"),"id","archived_at");
--> statement-breakpoint
CREATE INDEX "reports_company_id_created_at_idx" ON "reports" USING btree ("company_id","created_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "reports_company_id_updated_at_idx" ON "reports" USING btree ("company_id","updated_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "reports_archived_at_idx" ON "reports" USING btree ("archived_at") WHERE "reports"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "reports_created_by_idx" ON "reports" USING btree ("created_by");
--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name_key" ON "roles" USING btree ("company_id",lower("name")) WHERE "roles"."archived_at" is null;
--> statement-breakpoint
CREATE INDEX "roles_archived_at_idx" ON "roles" USING btree ("archived_at") WHERE "roles"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "roles_company_id_created_at_idx" ON "roles" USING btree ("company_id","created_at");
--> statement-breakpoint
CREATE INDEX "seal_checks_checked_by_idx" ON "seal_checks" USING btree ("checked_by");
--> statement-breakpoint
CREATE INDEX "seal_checks_began_at_idx" ON "seal_checks" USING btree ("began_at");
--> statement-breakpoint
CREATE INDEX "seals_record_idx" ON "seals" USING btree ("company_id","record_type","record_id","position");
--> statement-breakpoint
CREATE INDEX "seals_file_sha256_idx" ON "seals" USING btree ("file_sha256") WHERE "seals"."file_sha256" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_animal_key" ON "subject_statuses" USING btree ("company_id","submission_id","animal_id") WHERE "subject_statuses"."withdrawn_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_animal_group_key" ON "subject_statuses" USING btree ("company_id","submission_id","animal_group_id") WHERE "subject_statuses"."withdrawn_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_location_key" ON "subject_statuses" USING btree ("company_id","submission_id","location_id") WHERE "subject_statuses"."withdrawn_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "subject_statuses_vehicle_key" ON "subject_statuses" USING btree ("company_id","submission_id","vehicle_id") WHERE "subject_statuses"."withdrawn_at" is null;
--> statement-breakpoint
CREATE INDEX "subject_statuses_user_idx" ON "subject_statuses" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "subject_statuses_animal_idx" ON "subject_statuses" USING btree ("company_id","animal_id","found_at","id");
--> statement-breakpoint
CREATE INDEX "subject_statuses_animal_group_idx" ON "subject_statuses" USING btree ("company_id","animal_group_id","found_at","id");
--> statement-breakpoint
CREATE INDEX "subject_statuses_location_idx" ON "subject_statuses" USING btree ("company_id","location_id","found_at","id");
--> statement-breakpoint
CREATE INDEX "subject_statuses_vehicle_idx" ON "subject_statuses" USING btree ("company_id","vehicle_id","found_at","id");
--> statement-breakpoint
CREATE INDEX "submission_comments_submission_idx" ON "submission_comments" USING btree ("company_id","submission_id","id");
--> statement-breakpoint
CREATE INDEX "submission_comments_user_id_idx" ON "submission_comments" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "submission_subjects_animal_idx" ON "submission_subjects" USING btree ("company_id","animal_id");
--> statement-breakpoint
CREATE INDEX "submission_subjects_animal_group_idx" ON "submission_subjects" USING btree ("company_id","animal_group_id");
--> statement-breakpoint
CREATE INDEX "submission_subjects_location_idx" ON "submission_subjects" USING btree ("company_id","location_id");
--> statement-breakpoint
CREATE INDEX "submission_subjects_vehicle_idx" ON "submission_subjects" USING btree ("company_id","vehicle_id");
--> statement-breakpoint
CREATE INDEX "submission_versions_user_id_idx" ON "submission_versions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "submissions_words_idx" ON "submissions" USING gin ("words");
--> statement-breakpoint
CREATE INDEX "submissions_completed_at_idx" ON "submissions" USING btree ("company_id","completed_at","id");
--> statement-breakpoint
CREATE INDEX "submissions_rated_idx" ON "submissions" USING btree ("company_id","completed_at","id") WHERE "submissions"."band" is not null;
--> statement-breakpoint
CREATE INDEX "submissions_band_idx" ON "submissions" USING btree ("company_id","band","completed_at","id");
--> statement-breakpoint
CREATE INDEX "submissions_critical_idx" ON "submissions" USING btree ("company_id","completed_at","id") WHERE "submissions"."critical_failed" > 0;
--> statement-breakpoint
CREATE INDEX "submissions_score_idx" ON "submissions" USING btree ("company_id","score_percent","id");
--> statement-breakpoint
CREATE INDEX "submissions_updated_at_idx" ON "submissions" USING btree ("company_id","updated_at","id");
--> statement-breakpoint
CREATE INDEX "submissions_form_idx" ON "submissions" USING btree ("company_id","form_id","completed_at","id");
--> statement-breakpoint
CREATE INDEX "submissions_user_completed_idx" ON "submissions" USING btree ("company_id","user_id","completed_at","id");
--> statement-breakpoint
CREATE INDEX "submissions_user_idx" ON "submissions" USING btree ("company_id","user_id","updated_at");
--> statement-breakpoint
CREATE INDEX "submissions_user_id_idx" ON "submissions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "submissions_imported_by_idx" ON "submissions" USING btree ("imported_by");
--> statement-breakpoint
CREATE INDEX "submissions_public_link_idx" ON "submissions" USING btree ("company_id","public_link_id","completed_at");
--> statement-breakpoint
CREATE INDEX "submissions_task_sent_idx" ON "submissions" USING btree ("company_id","task_sent_id");
--> statement-breakpoint
CREATE INDEX "submissions_form_version_idx" ON "submissions" USING btree ("company_id","form_version_id");
--> statement-breakpoint
CREATE INDEX "submissions_status_idx" ON "submissions" USING btree ("company_id","status","updated_at");
--> statement-breakpoint
CREATE INDEX "submissions_review_state_idx" ON "submissions" USING btree ("company_id","review_state","completed_at");
--> statement-breakpoint
CREATE INDEX "submissions_review_named_idx" ON "submissions" USING btree ("company_id","review_is_named","completed_at");
--> statement-breakpoint
CREATE INDEX "submissions_copy_idx" ON "submissions" USING btree ("received_at") WHERE "submissions"."copy_to" is not null;
--> statement-breakpoint
CREATE INDEX "submissions_archived_at_idx" ON "submissions" USING btree ("archived_at") WHERE "submissions"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "submissions_follows_idx" ON "submissions" USING btree ("company_id","follows_id") WHERE "submissions"."follows_id" is not null;
--> statement-breakpoint
CREATE INDEX "submissions_asked_by_idx" ON "submissions" USING btree ("asked_by") WHERE "submissions"."asked_by" is not null;
--> statement-breakpoint
CREATE INDEX "sent_task_photos_sent_task_idx" ON "sent_task_photos" USING btree ("company_id","sent_task_id");
--> statement-breakpoint
CREATE INDEX "sent_tasks_start_idx" ON "sent_tasks" USING btree ("company_id","starts_at");
--> statement-breakpoint
CREATE INDEX "sent_tasks_user_start_idx" ON "sent_tasks" USING btree ("company_id","user_id","starts_at");
--> statement-breakpoint
CREATE INDEX "sent_tasks_late_until_idx" ON "sent_tasks" USING btree ("late_until") WHERE ("sent_tasks"."late_until" is not null and "sent_tasks"."completed_at" is null and "sent_tasks"."skipped_at" is null and "sent_tasks"."missed_at" is null);
--> statement-breakpoint
CREATE INDEX "sent_tasks_escalation_idx" ON "sent_tasks" USING btree ("due_at") WHERE "sent_tasks"."escalated" < 2 and num_nonnulls("sent_tasks"."completed_at", "sent_tasks"."skipped_at", "sent_tasks"."missed_at") = 0;
--> statement-breakpoint
CREATE INDEX "sent_tasks_done_with_idx" ON "sent_tasks" USING btree ("company_id","done_with");
--> statement-breakpoint
CREATE INDEX "sent_tasks_animal_idx" ON "sent_tasks" USING btree ("company_id","animal_id");
--> statement-breakpoint
CREATE INDEX "sent_tasks_animal_group_idx" ON "sent_tasks" USING btree ("company_id","animal_group_id");
--> statement-breakpoint
CREATE INDEX "sent_tasks_location_idx" ON "sent_tasks" USING btree ("company_id","location_id");
--> statement-breakpoint
CREATE INDEX "sent_tasks_vehicle_idx" ON "sent_tasks" USING btree ("company_id","vehicle_id");
--> statement-breakpoint
CREATE INDEX "sent_tasks_user_due_idx" ON "sent_tasks" USING btree ("company_id","user_id","due_at","id");
--> statement-breakpoint
CREATE INDEX "sent_tasks_user_completed_idx" ON "sent_tasks" USING btree ("company_id","user_id","completed_at","id");
--> statement-breakpoint
CREATE INDEX "sent_tasks_completed_by_idx" ON "sent_tasks" USING btree ("completed_by");
--> statement-breakpoint
CREATE INDEX "sent_tasks_company_due_idx" ON "sent_tasks" USING btree ("company_id","due_at","id");
--> statement-breakpoint
CREATE INDEX "sent_tasks_company_completed_idx" ON "sent_tasks" USING btree ("company_id","completed_at","id");
--> statement-breakpoint
CREATE INDEX "sent_tasks_open_idx" ON "sent_tasks" USING btree ("company_id","due_at","id") WHERE ("sent_tasks"."completed_at" is null and "sent_tasks"."skipped_at" is null and "sent_tasks"."missed_at" is null);
--> statement-breakpoint
CREATE INDEX "sent_tasks_user_open_idx" ON "sent_tasks" USING btree ("company_id","user_id","due_at","id") WHERE ("sent_tasks"."completed_at" is null and "sent_tasks"."skipped_at" is null and "sent_tasks"."missed_at" is null);
--> statement-breakpoint
CREATE INDEX "sent_tasks_skipped_idx" ON "sent_tasks" USING btree ("company_id","due_at","id") WHERE "sent_tasks"."skipped_at" is not null;
--> statement-breakpoint
CREATE INDEX "sent_tasks_missed_idx" ON "sent_tasks" USING btree ("company_id","due_at","id") WHERE "sent_tasks"."missed_at" is not null;
--> statement-breakpoint
CREATE INDEX "task_assignees_user_idx" ON "task_assignees" USING btree ("company_id","user_id");
--> statement-breakpoint
CREATE INDEX "task_assignees_location_idx" ON "task_assignees" USING btree ("company_id","location_id");
--> statement-breakpoint
CREATE INDEX "task_subjects_animal_idx" ON "task_subjects" USING btree ("company_id","animal_id");
--> statement-breakpoint
CREATE INDEX "task_subjects_animal_group_idx" ON "task_subjects" USING btree ("company_id","animal_group_id");
--> statement-breakpoint
CREATE INDEX "task_subjects_location_idx" ON "task_subjects" USING btree ("company_id","location_id");
--> statement-breakpoint
CREATE INDEX "task_subjects_vehicle_idx" ON "task_subjects" USING btree ("company_id","vehicle_id");
--> statement-breakpoint
CREATE INDEX "tasks_search_idx" ON "tasks" USING gin ("company_id","search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "tasks_company_id_title_idx" ON "tasks" USING btree ("company_id","title","id");
--> statement-breakpoint
CREATE INDEX "tasks_company_id_title_hu_idx" ON "tasks" USING btree ("company_id",("title" collate "natural_order_hu"),"id");
--> statement-breakpoint
CREATE INDEX "tasks_company_id_title_ar_idx" ON "tasks" USING btree ("company_id",("title" collate "natural_order_ar"),"id");
--> statement-breakpoint
CREATE INDEX "tasks_company_id_created_at_idx" ON "tasks" USING btree ("company_id","created_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "tasks_company_id_updated_at_idx" ON "tasks" USING btree ("company_id","updated_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "tasks_archived_at_idx" ON "tasks" USING btree ("archived_at") WHERE "tasks"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "tasks_form_idx" ON "tasks" USING btree ("company_id","form_id");
--> statement-breakpoint
CREATE INDEX "tasks_created_by_idx" ON "tasks" USING btree ("created_by");
--> statement-breakpoint
CREATE INDEX "tasks_guide_idx" ON "tasks" USING btree ("company_id","guide_id");
--> statement-breakpoint
CREATE INDEX "tasks_split_from_idx" ON "tasks" USING btree ("company_id","split_from");
--> statement-breakpoint
CREATE INDEX "tasks_make_at_idx" ON "tasks" USING btree ("make_at") WHERE "tasks"."make_at" is not null;
--> statement-breakpoint
CREATE INDEX "tasks_next_at_idx" ON "tasks" USING btree ("company_id","next_at") WHERE "tasks"."next_at" is not null;
--> statement-breakpoint
CREATE INDEX "tasks_series_idx" ON "tasks" USING btree ("company_id","id") WHERE "tasks"."recurrence" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree ("name");
--> statement-breakpoint
CREATE INDEX "users_name_hu_idx" ON "users" USING btree (("name" collate "natural_order_hu"));
--> statement-breakpoint
CREATE INDEX "users_name_ar_idx" ON "users" USING btree (("name" collate "natural_order_ar"));
--> statement-breakpoint
CREATE INDEX "users_guest_until_idx" ON "users" USING btree ("guest_until") WHERE "users"."guest_until" is not null;
--> statement-breakpoint
CREATE INDEX "users_archived_at_idx" ON "users" USING btree ("archived_at") WHERE "users"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "maintenance_plans_vehicle_idx" ON "maintenance_plans" USING btree ("company_id","vehicle_id","id");
--> statement-breakpoint
CREATE INDEX "maintenance_plans_task_idx" ON "maintenance_plans" USING btree ("company_id","task_id");
--> statement-breakpoint
CREATE INDEX "maintenance_plans_responsible_idx" ON "maintenance_plans" USING btree ("company_id","responsible_id");
--> statement-breakpoint
CREATE INDEX "maintenance_plans_due_idx" ON "maintenance_plans" USING btree ("due_on") WHERE archived_at is null and task_id is null;
--> statement-breakpoint
CREATE INDEX "vehicle_entries_vehicle_idx" ON "vehicle_entries" USING btree ("company_id","vehicle_id","day","id");
--> statement-breakpoint
CREATE INDEX "vehicle_entries_kind_idx" ON "vehicle_entries" USING btree ("company_id","vehicle_id","kind","day");
--> statement-breakpoint
CREATE INDEX "vehicle_entries_day_idx" ON "vehicle_entries" USING btree ("company_id","day","id");
--> statement-breakpoint
CREATE INDEX "vehicle_entries_driver_idx" ON "vehicle_entries" USING btree ("company_id","driver_id");
--> statement-breakpoint
CREATE INDEX "vehicle_entries_location_idx" ON "vehicle_entries" USING btree ("company_id","location_id");
--> statement-breakpoint
CREATE INDEX "vehicle_entries_plan_idx" ON "vehicle_entries" USING btree ("company_id","maintenance_plan_id","day");
--> statement-breakpoint
CREATE INDEX "vehicle_entries_task_idx" ON "vehicle_entries" USING btree ("company_id","task_id");
--> statement-breakpoint
CREATE INDEX "vehicle_entries_user_id_idx" ON "vehicle_entries" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "vehicle_entries_archived_at_idx" ON "vehicle_entries" USING btree ("archived_at") WHERE "vehicle_entries"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "vehicles_company_id_name_idx" ON "vehicles" USING btree ("company_id","name","id","archived_at");
--> statement-breakpoint
CREATE INDEX "vehicles_company_id_name_hu_idx" ON "vehicles" USING btree ("company_id",("name" collate "natural_order_hu"),"id","archived_at");
--> statement-breakpoint
CREATE INDEX "vehicles_company_id_name_ar_idx" ON "vehicles" USING btree ("company_id",("name" collate "natural_order_ar"),"id","archived_at");
--> statement-breakpoint
CREATE INDEX "vehicles_company_id_created_at_idx" ON "vehicles" USING btree ("company_id","created_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "vehicles_company_id_updated_at_idx" ON "vehicles" USING btree ("company_id","updated_at","id","archived_at");
--> statement-breakpoint
CREATE INDEX "vehicles_archived_at_idx" ON "vehicles" USING btree ("archived_at") WHERE "vehicles"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "vehicles_search_idx" ON "vehicles" USING gin ("company_id","search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "vehicles_name_mark_idx" ON "vehicles" USING btree ("company_id",(lower(trim("name")) collate "C")) WHERE "vehicles"."archived_at" is null;
--> statement-breakpoint
CREATE INDEX "vehicles_plate_mark_idx" ON "vehicles" USING btree ("company_id",(lower(trim("plate")) collate "C")) WHERE "vehicles"."archived_at" is null;
--> statement-breakpoint
CREATE INDEX "vehicles_status_idx" ON "vehicles" USING btree ("company_id","status","id");
--> statement-breakpoint
CREATE INDEX "vehicles_last_checked_at_idx" ON "vehicles" USING btree ("company_id","last_checked_at","id");
--> statement-breakpoint
CREATE INDEX "vehicles_type_idx" ON "vehicles" USING btree ("company_id","type","name","id","archived_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "vehicles_plate_key" ON "vehicles" USING btree ("company_id",translate(lower("plate"), ' -', '')) WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "list_settings_user_id_idx" ON "list_settings" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "list_settings_default_view_idx" ON "list_settings" USING btree ("company_id","default_view_id");
--> statement-breakpoint
CREATE INDEX "list_views_user_idx" ON "list_views" USING btree ("company_id","user_id","list","name","id");
--> statement-breakpoint
CREATE INDEX "list_views_shared_idx" ON "list_views" USING btree ("company_id","list","name","id") WHERE "list_views"."for_everybody" and "list_views"."archived_at" is null;
--> statement-breakpoint
CREATE INDEX "list_views_user_id_idx" ON "list_views" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "list_views_archived_at_idx" ON "list_views" USING btree ("archived_at") WHERE "list_views"."archived_at" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "report_schedules_report_unique" ON "report_schedules" USING btree ("company_id","report_id");
--> statement-breakpoint
CREATE INDEX "report_schedules_next_idx" ON "report_schedules" USING btree ("next_at","id");
--> statement-breakpoint
CREATE INDEX "report_schedules_created_by_idx" ON "report_schedules" USING btree ("created_by");
--> statement-breakpoint
CREATE INDEX "shares_report_idx" ON "shares" USING btree ("company_id","report_id","id");
--> statement-breakpoint
CREATE INDEX "shares_created_idx" ON "shares" USING btree ("company_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "shares_created_by_idx" ON "shares" USING btree ("created_by");
--> statement-breakpoint
CREATE INDEX "shares_guide_idx" ON "shares" USING btree ("company_id","guide_id","id");
--> statement-breakpoint
CREATE INDEX "shares_submission_idx" ON "shares" USING btree ("company_id","submission_id","id");
--> statement-breakpoint
CREATE INDEX "submission_exports_user_idx" ON "submission_exports" USING btree ("company_id","user_id","id");
--> statement-breakpoint
CREATE INDEX "submission_exports_user_id_idx" ON "submission_exports" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "submission_exports_expires_at_idx" ON "submission_exports" USING btree ("expires_at") WHERE "submission_exports"."expires_at" is not null;
--> statement-breakpoint
CREATE INDEX "effect_checks_sent_task_idx" ON "effect_checks" USING btree ("company_id","sent_task_id");
--> statement-breakpoint
CREATE INDEX "calendar_feeds_user_idx" ON "calendar_feeds" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "helper_notes_helper_idx" ON "helper_notes" USING btree ("company_id","helper_id");
--> statement-breakpoint
CREATE INDEX "helper_notes_file_idx" ON "helper_notes" USING btree ("company_id","file_id");
--> statement-breakpoint
CREATE INDEX "helpers_sent_task_idx" ON "helpers" USING btree ("company_id","sent_task_id");
--> statement-breakpoint
CREATE INDEX "helpers_invited_by_idx" ON "helpers" USING btree ("invited_by");
--> statement-breakpoint
CREATE INDEX "helpers_expires_idx" ON "helpers" USING btree ("company_id","expires_at");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits" USING btree ("expire");
--> statement-breakpoint
CREATE INDEX "realtime_members_node_id_idx" ON "realtime_members" USING btree ("node_id","channel");
--> statement-breakpoint
-- Adds to the bytes of a company's files in a partial sum that no other transaction is writing, so that nobody waits; creates one where none is free.
CREATE FUNCTION add_stored_size(company integer, more bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $$
begin
  update stored_sizes set bytes = bytes + more where id = (
    select id from stored_sizes where company_id = company order by id limit 1 for no key update skip locked);
  if not found then
    -- A company that is being erased is gone before its files are.
    insert into stored_sizes (company_id, bytes) select id, more from companies where id = company;
  end if;
  return true;
end
$$;
--> statement-breakpoint
-- A choice as it is looked up: "question=choice", long ones by their hash.
CREATE FUNCTION answer_mark(company integer, chosen text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select company || '=' || case when length(chosen) > 80 then md5(chosen) else chosen end
$$;
--> statement-breakpoint
-- Words in lower case without accents; other signs separate them.
CREATE FUNCTION answer_tokens(content text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select tsvector_to_array(to_tsvector('pg_catalog.simple', translate(fold(content), $signs$!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~$signs$, repeat(' ', 32))))
$$;
--> statement-breakpoint
-- A query for all of the words, each whole or, from three letters on, as a prefix.
CREATE FUNCTION answer_query(company integer, words text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select string_agg(
    '''' || replace(replace(company || ':' || left(word, 100), '\', '\\'), '''', '''''') || '''' || case when length(word) > 2 then ':*' else '' end, ' & ')::tsquery
  from unnest(answer_tokens(words)) word where word <> ''
$$;
--> statement-breakpoint
-- The search vector of a submission (server/lib/db/searchIds.ts): the words of answered texts and of notes, and chosen answers. Each entry
-- carries the company's number, so the index is read only where that company's entries are.
-- One tsvector holds about 100,000 letters and 5,000 choices; more is left out.
CREATE FUNCTION answer_words(answers jsonb, company integer, asked text[])
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_catalog'
AS $$
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
CREATE FUNCTION chosen_query(company integer, chosen text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select ('''' || replace(replace(answer_mark(company, chosen), '\', '\\'), '''', '''''') || '''')::tsquery
$$;
--> statement-breakpoint
-- Keeps the identifiers of an animal in a table of their own, where each is unique in its company and scheme.
CREATE FUNCTION keep_animal_identifiers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  delete from animal_identifiers where company_id = new.company_id and animal_id = new.id;
  if new.archived_at is null then
    insert into animal_identifiers (company_id, animal_id, scheme, value)
    select new.company_id, new.id, marks.scheme, marks.value from (
      select new.identifier_scheme as scheme, new.identifier as value where new.identifier is not null
      union all
      select one->>'scheme', one->>'value' from jsonb_array_elements(new.other_identifiers) one) marks;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION keep_answer_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $$
begin
  new.words := answer_words(new.answers, new.company_id,
    (select searched_questions from form_versions where id = new.form_version_id and company_id = new.company_id));
  return new;
end
$$;
--> statement-breakpoint
-- Analyzes tables that are small or were small when last analyzed. A bulk insert calls it, since autovacuum comes a minute later and plans
-- would take the table for empty until then.
CREATE FUNCTION keep_statistics(noun text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $$
declare
  one text;
begin
  foreach one in array case noun
    when 'animal' then array['animals', 'animal_identifiers', 'animal_events']
    when 'animal_group' then array['animal_groups', 'animal_events']
    when 'location' then array['locations']
    when 'vehicle' then array['vehicles']
    else array[]::text[] end
  loop
    if (select reltuples < 20000 from pg_class where oid = one::regclass) then execute format('analyze %I', one); end if;
  end loop;
end
$$;
--> statement-breakpoint
-- Runs once for each statement, whatever its number of rows.
CREATE FUNCTION keep_stored_sizes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
declare
  company int;
  more bigint;
  done boolean;
begin
  for company, more in select company_id, sum(size) from written group by company_id
  loop
    done := add_stored_size(company, case tg_op when 'INSERT' then more else -more end);
  end loop;
  return null;
end
$$;
--> statement-breakpoint
-- Brings names that look alike to one spelling (`keptText` in shared/lib/folding.ts).
CREATE FUNCTION kept_text(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select btrim(regexp_replace(translate(normalize(words, NFC),
    U&'\0009\000A\000B\000C\000D\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\2010\2011\00AD\061C\180E\200B\200E\200F\202A\202B\202C\202D\202E\2060\2061\2062\2063\2064\2066\2067\2068\2069\FEFF',
    '                        --'), ' +', ' ', 'g'))
$$;
--> statement-breakpoint
-- Brings identifiers that look alike to one spelling (`keptMark` in shared/lib/folding.ts).
CREATE FUNCTION kept_mark(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select translate(kept_text(normalize(words, NFKC)),
    U&'\2010\2011\2012\2013\2014\2015\2043\2212\FE58\FE63\FF0D\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\200C\200D',
    '-----------01234567890123456789')
$$;
--> statement-breakpoint
CREATE FUNCTION language_config(locale text)
 RETURNS regconfig
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $$
  select case locale when 'hu' then 'pg_catalog.hungarian' when 'de' then 'pg_catalog.german' when 'fr' then 'pg_catalog.french'
    when 'ar' then 'pg_catalog.arabic' else 'pg_catalog.english' end::regconfig
$$;
--> statement-breakpoint
-- The search vector of a message, with the numbers of its company and conversation.
CREATE FUNCTION message_words(content text, locale text, company integer, conversation integer)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_catalog'
AS $$
declare
  stems text := fold(array_to_string(tsvector_to_array(to_tsvector(language_config(locale), content)), E'\n'));
  words text[] := tsvector_to_array(to_tsvector('pg_catalog.simple', fold(content))) || string_to_array(stems, E'\n');
begin
  return array_to_tsvector(array_remove(words, '') || array['company:' || company, 'conversation:' || conversation]);
end
$$;
--> statement-breakpoint
-- Sums the files anew after rows were written past the triggers, as when a backup is restored with session_replication_role = replica.
CREATE FUNCTION resize_stored_files()
 RETURNS void
 LANGUAGE plpgsql
AS $$
begin
  lock table files in share row exclusive mode;
  delete from stored_sizes;
  insert into stored_sizes (company_id, bytes) select company_id, sum(size) from files group by company_id;
end
$$;
--> statement-breakpoint
-- Finds some living rows for each name or identifier of an import (server/lib/db/searchIds.ts).
CREATE FUNCTION search_marks(noun text, key text, marks text[])
 RETURNS TABLE(mark text, id integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  found text := case noun || '.' || key
    when 'animal.name' then 'animals t where lower(trim(t.name)) collate "C" = m'
    when 'animal.identifier' then 'animals t where lower(trim(t.identifier)) collate "C" = m'
    when 'animal_group.name' then 'animal_groups t where lower(trim(t.name)) collate "C" = m'
    when 'location.name' then 'locations t where lower(trim(t.name)) collate "C" = m'
    when 'vehicle.name' then 'vehicles t where lower(trim(t.name)) collate "C" = m'
    when 'vehicle.plate' then 'vehicles t where lower(trim(t.plate)) collate "C" = m'
    when 'vehicle.plain_plate' then 'vehicles t where translate(lower(t.plate), '' -'', '''') = m'
  end;
begin
  if found is null then raise exception 'Nothing is searched under the name %.%.', noun, key; end if;
  return query execute 'select m, f.id from unnest($1) m cross join lateral (select t.id from ' || found
    || ' and t.company_id = $2 and t.archived_at is null order by t.id limit 20) f' using marks, company;
end
$$;
--> statement-breakpoint
-- The LIKE pattern for text that holds these words: folded like the searched text, with wildcards escaped.
CREATE FUNCTION search_pattern(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select '%' || replace(replace(replace(fold(words), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
--> statement-breakpoint
-- The form in which an identifier is sought, without separators; null where the words cannot be one.
CREATE FUNCTION sought_mark(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select mark from bare_mark(fold(words)) mark where length(mark) > 2 and mark ~ '[0-9\u0660-\u0669]'
$$;
--> statement-breakpoint
-- The folded stems of a text in one language, all in one call, since each call of `fold` costs as much as ten words.
CREATE FUNCTION stems(config regconfig, content text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select coalesce(array_agg(distinct word), '{}')
  from unnest(string_to_array(fold(array_to_string(tsvector_to_array(to_tsvector(config, content)), E'\n')), E'\n')) word where word <> ''
$$;
--> statement-breakpoint
-- Messages that name something, found by whole words. Prefixes are gathered over all companies before those of others are removed, so they are not used.
CREATE FUNCTION naming_ids(names text[], places integer[], since integer[], until timestamp with time zone, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  asked tsquery;
  here tsquery;
  whole text;
begin
  if company is null then return; end if;
  -- Of each name its longest word, as it stands or with an ending that Hungarian writes to it: signs between the parts of a mark are read in
  -- many ways.
  select string_agg('''' || replace(replace(form, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery into asked from (
    select distinct on (at) word from unnest(names) with ordinality as n (name, at),
      -- An address is kept as one word with what stands behind it.
      unnest(case when name like '/%' then array[fold(name)] else tsvector_to_array(to_tsvector('pg_catalog.simple', fold(name))) end) word
    where word <> '' order by at, length(word) desc, word) longest,
    lateral (select word as form union select unnest(stems('pg_catalog.hungarian', word))) forms;
  select string_agg(quote_literal('conversation:' || place), ' | ')::tsquery into here from unnest(places) place;
  if asked is null or here is null then return; end if;
  select '(^|[^[:alnum:]]|(?=/))(' || string_agg(replace(
    regexp_replace(regexp_replace(fold(name), '[\s.-]+', '-', 'g'), '([][\\*+?(){}|^$])', '\\\1', 'g'), '-', '[\s.-]*'), '|') || ')' into whole
  from unnest(names) name where to_tsvector('pg_catalog.simple', fold(name)) <> '';
  return query
    select found.id from (
      select m.id, m.conversation_id, fold(m.message_text) as said, m.locale from messages m
      where m.words @@ (asked && here) and m.company_id = company and m.deleted_at is null and m.kind = 'message'
        and (until is null or m.created_at <= until) offset 0) found
    join unnest(places, since) as p (place, since_id) on p.place = found.conversation_id and found.id > p.since_id
    where said ~ (whole || case when found.locale = 'hu' then '[[:alpha:]]{0,6}' else '' end || '([^[:alnum:]]|$)')
    order by found.id desc limit most;
end
$$;
--> statement-breakpoint
-- The grams to look words up by in `search_grams`: trigrams, or the bigrams of words of two letters.
CREATE FUNCTION word_grams(company integer, folded text)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $$
  select array_agg(hashtextextended(substr(folded, at, least(length(folded), 3)) collate "C", company))
  from generate_series(1, greatest(length(folded) - 2, 1)) at
$$;
--> statement-breakpoint
-- The animals of a company whose text or identifiers hold the words, up to a number. It looks grams up first; for a company that is not large
-- it reads the texts instead, which its index keeps side by side.
CREATE FUNCTION find_animals(company integer, words text, is_living boolean, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
declare
  few constant int := 200;
  folded text := fold(words);
  mark text := sought_mark(words);
  asked text := ' and company_id = $1' || case when is_living then ' and archived_at is null' else '' end;
  by_letters text := 'select id from (select id, company_id, search_text, archived_at from animals
    where search_grams(company_id, search_text) @> $2 offset 0) t where search_text like $3' || asked;
  by_texts text := 'select id from animals where (search_text like $3 or search_text like $5)' || asked;
  by_marks text := ' union all select id from (select id, company_id, search_text, archived_at, bare_marks(identifier, other_identifiers) as marks
    from animals where search_grams(company_id, bare_marks(identifier, other_identifiers)) @> $4
      and (identifier <> bare_mark(identifier) or other_identifiers <> ''[]'') offset 0) t
    where marks like $5 and search_text not like $3 and search_text not like $5' || asked;
  hits int[];
begin
  by_texts := by_texts || ' and octet_length(search_text) <= 2000 union all ' || by_texts || ' and octet_length(search_text) > 2000';
  if mark <> folded then
    by_letters := by_letters || ' union all select id from (select id, company_id, search_text, archived_at from animals
      where search_grams(company_id, search_text) @> $4 offset 0) t where search_text like $5 and search_text not like $3' || asked;
  end if;
  if mark is not null then
    by_letters := by_letters || by_marks;
    by_texts := by_texts || by_marks;
  end if;
  execute 'select array(' || by_letters || ' limit $6)' into hits
    using company, word_grams(company, folded), search_pattern(words), word_grams(company, mark), search_pattern(mark), least(few, most);
  if cardinality(hits) < least(few, most) or most <= few then return query select unnest(hits); return; end if;
  perform from animals where company_id = company offset 20000 limit 1;
  return query execute case when found then by_letters else by_texts end || ' limit $6'
    using company, word_grams(company, folded), search_pattern(words), word_grams(company, mark), search_pattern(mark), most;
end
$$;
--> statement-breakpoint
-- The best matches of each kind of row for one answer over all of them (server/lib/db/searchIds.ts): texts that begin with the words, then
-- texts in which a word does, then texts that hold them; below five also similar ones. Of many matches only the first are ranked.
CREATE FUNCTION search_best(nouns text[], words text, most integer)
 RETURNS TABLE(noun text, ids integer[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
 SET "pg_trgm.word_similarity_threshold" TO '0.45'
AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  folded text := fold(words);
  begins text := substr(search_pattern(words), 2);
  one text;
  source text;
  found int[];
  near int[];
  hits int[];
begin
  if company is null or length(folded) < 2 then return; end if;
  foreach one in array nouns loop
    source := case one
      when 'animal' then 'select id, search_text as text from animals where archived_at is null'
      when 'animal_group' then 'select id, search_text as text from animal_groups where archived_at is null'
      when 'location' then 'select id, search_text as text from locations where archived_at is null'
      when 'vehicle' then 'select id, search_text as text from vehicles where archived_at is null'
      when 'task' then 'select id, search_text as text from tasks where archived_at is null'
      when 'finding' then 'select id, fold(coalesce(note, '''') || E''\n'' || coalesce(question::text, '''')) as text from findings where true'
      when 'form' then 'select id, fold((select string_agg(value, E''\n'') from jsonb_each_text(name))) as text from forms where archived_at is null'
      when 'guide' then 'select id, fold((select string_agg(value, E''\n'') from jsonb_each_text(title))) as text from guides where archived_at is null'
      when 'person' then 'select m.user_id as id, fold(u.name) as text from memberships m join users u on u.id = m.user_id where m.ended_at is null'
    end;
    if source is null then raise exception 'Nothing is searched under the name %.', one; end if;
    source := '(' || source || ' and company_id = $1) t where ';
    if one = 'animal' and length(folded) > 2 then
      hits := array(select find_animals(company, words, true, 500));
    end if;
    execute 'select array_agg(id order by place, length(text), id) from (select id, text,
        case when text like $2 then 0 when text like ''% '' || $2 then 1 else 2 end as place from ' || source
        || case when one = 'animal' and length(folded) > 2 then 'id = any($3)'
          when length(folded) > 2 then 'text like ''%'' || $2' else '(text like $2 or text like ''% '' || $2)' end || ' limit 500) hits'
      into found using company, begins, hits;
    found := coalesce(found[:most], '{}');
    if cardinality(found) < 5 and length(folded) > 3 then
      execute 'select array_agg(id order by likeness desc, id) from (select id, word_similarity($2, text) as likeness from ' || source
          || 'text %> $2 limit 500) hits where id <> all($3)'
        into near using company, folded, found;
      found := found || coalesce(near[:most], '{}');
    end if;
    noun := one;
    ids := found;
    if cardinality(found) > 0 then return next; end if;
  end loop;
end
$$;
--> statement-breakpoint
-- The rows of one kind whose text holds the words, best first; similar ones where none does.
CREATE FUNCTION search_ids(noun text, words text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET enable_seqscan TO 'off'
AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  asked tsquery;
  folded text := fold(words);
  found text := case noun
    when 'animal' then 'select id from animals t where search_text like $1'
    when 'animal_group' then 'select id from animal_groups t where search_text like $1'
    when 'location' then 'select id from locations t where search_text like $1'
    when 'vehicle' then 'select id from vehicles t where search_text like $1'
    when 'task' then 'select id from tasks t where search_text like $1'
    when 'form' then 'select id from forms t where fold((select string_agg(value, E''
'') from jsonb_each_text(name))) like $1'
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
  if noun = 'animal' and company is not null and length(folded) > 1 then
    return query select find_animals(company, words, false, most);
    return;
  end if;
  if company is not null then found := found || ' and t.company_id = $2';
  elsif right(session_user, 7) <> '_system' then return; end if;
  return query execute found || ' limit $3' using search_pattern(words), company, most;
end
$$;
--> statement-breakpoint
-- A query for all of the words, each also with its umlauts spelled out.
CREATE FUNCTION words_query(words text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_catalog'
AS $$
  select string_agg(one, ' & ')::tsquery from (
    select '(' || string_agg(quote_literal(form) || mark, ' | ') || ')' as one
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', words))) word,
    lateral (
      select unnest(string_to_array(fold(word), E'\n')) as form, case when length(word) > 2 then ':*' else '' end as mark
      union select stem, '' from unnest(array['english', 'hungarian', 'german', 'french', 'arabic']) name, unnest(stems(('pg_catalog.' || name)::regconfig, word)) stem
    ) forms where form <> '' group by word) as each
$$;
--> statement-breakpoint
-- The messages that have the words, in the places and times that are given; similar ones where none has them.
CREATE FUNCTION search_ids(noun text, asked_words text, places integer[], since integer[], sender integer, from_time timestamp with time zone, to_time timestamp with time zone, with_files boolean, most integer, skip integer)
 RETURNS TABLE(id integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $$
declare
  newest constant int := 8000;
  company int := nullif(current_setting('app.company_id', true), '')::int;
  asked tsquery := words_query(asked_words);
  here tsquery;
  page int[];
  hits int;
begin
  if noun <> 'message' or asked is null or (company is null and right(session_user, 7) <> '_system') then return; end if;
  if cardinality(places) = 1 then
    page := array(
      select m.id from (
        select n.id, n.words, n.deleted_at, n.kind, n.sender_id, n.created_at, n.has_files from messages n
        where n.company_id = coalesce(company, (select c.company_id from conversations c where c.id = places[1]))
          and n.conversation_id = places[1] and n.id > since[1]
        order by n.id desc limit newest
      ) m
      where m.words @@ asked and m.deleted_at is null and m.kind = 'message'
        and (sender is null or m.sender_id = sender) and (from_time is null or m.created_at >= from_time)
        and (to_time is null or m.created_at < to_time) and (with_files is null or m.has_files = with_files)
      order by m.id desc limit most offset skip);
    if cardinality(page) = most then
      return query select unnest(page);
      return;
    end if;
  end if;
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
    where fold_plain(asked_words) <% fold(m.message_text) and m.words @@ here and m.id > p.since_id and (company is null or m.company_id = company)
      and m.deleted_at is null and m.kind = 'message'
      and (sender is null or m.sender_id = sender) and (from_time is null or m.created_at >= from_time)
      and (to_time is null or m.created_at < to_time) and (with_files is null or m.has_files = with_files)
    order by m.id desc limit most;
end
$$;
--> statement-breakpoint
CREATE TRIGGER animals_identifiers AFTER INSERT OR UPDATE OF identifier, identifier_scheme, other_identifiers, archived_at ON animals FOR EACH ROW EXECUTE FUNCTION keep_animal_identifiers();
--> statement-breakpoint
CREATE TRIGGER files_sized_in AFTER INSERT ON files REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_stored_sizes();
--> statement-breakpoint
CREATE TRIGGER files_sized_out AFTER DELETE ON files REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_stored_sizes();
--> statement-breakpoint
CREATE TRIGGER submissions_words BEFORE INSERT OR UPDATE OF answers, form_version_id ON submissions FOR EACH ROW EXECUTE FUNCTION keep_answer_words();
--> statement-breakpoint
ALTER INDEX "animals_bare_marks_idx" ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
ALTER INDEX "animals_grams_idx" ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE "stored_sizes" SET (fillfactor = 50);
