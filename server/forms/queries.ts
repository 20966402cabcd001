import { and, asc, desc, eq, getTableColumns, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Form, FormDetail, FormPicture, FormVersionSummary } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { picturesOf, questionsOf } from '#shared/forms/elements.ts'
import { publicDefinition } from '#shared/forms/public/publicDefinition.ts'
import { maxCounted } from '#shared/forms/rules.ts'
import { wire } from '#shared/lib/casing.ts'
import type { Locale } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { users } from '../accounts/table.ts'
import { type Context, locksFor, permitted } from '../lib/context.ts'
import { inAnyLanguage, textFor } from '../lib/db/localized.ts'
import type { Database } from '../lib/db/pools.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { among, archivedOrNot, contains, matching, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { formPictures, forms, formVersions, publicLinks } from './table.ts'
import { loadTables } from './tables/queries.ts'

export type FormRow = typeof forms.$inferSelect
export type FormVersionRow = typeof formVersions.$inferSelect

/**
 * The form if the actor may do this with it; a Problem that does not tell which otherwise. Locks it for changes.
 */
export async function accessForm(ctx: Context, id: number, action: string): Promise<FormRow> {
  const query = ctx.db.select().from(forms).where(eq(forms.id, id))
  const [form] = await (locksFor(ctx, action) ? query.for('update') : query)
  if (form) await loadTables(ctx.db, form.companyId, [form.draft])
  return permitted(ctx, action, 'Form', form)
}

/** A published version by its number; 404 when there is none. */
export async function findVersion(db: Database, form: FormRow, wanted: number) {
  const version = await findPublished(db, { ...form, version: wanted })
  if (!version) throw new Problem('not_found')
  return wire(version)
}

/** The version of a form that is filled in now; none for a form that was never published. */
export async function findPublished(db: Database, form: FormRow): Promise<FormVersionRow | undefined> {
  if (form.version === null) return undefined
  const { companyId, formId, number } = formVersions
  const [version] = await db
    .select()
    .from(formVersions)
    .where(and(eq(companyId, form.companyId), eq(formId, form.id), eq(number, form.version)))
  await loadTables(db, form.companyId, [version?.definition])
  return version
}

type FormQuery = {
  page: number
  perPage: number
  archived: boolean
  search?: string | undefined
  sort?: string | undefined
  category?: Form['category'] | undefined
  status?: Form['status'] | undefined
  isFillable?: boolean | undefined
}

const { draft, ...columns } = getTableColumns(forms)
const defaultLanguage = sql<Locale>`${draft} ->> 'default_language'`

/** One page of the forms that the actor may read, without their definitions. */
export function listForms({ search, sort, archived, page, perPage, isFillable, ...filters }: FormQuery, ctx: Context) {
  const fillable = accessible(ctx.ability, 'fill', 'Form', forms)
  const where = and(
    accessible(ctx.ability, 'read', 'Form', forms),
    isFillable === undefined ? undefined : isFillable ? fillable : not(fillable),
    archivedOrNot(forms, archived),
    contains(search, inAnyLanguage(forms.name)),
    matching(forms, filters),
    among(ctx, forms.id),
  )
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: ctx.db
        .select({ ...columns, defaultLanguage, submissionCount: countFor(ctx) })
        .from(forms)
        .where(where)
        .orderBy(...order(sort ?? 'name', ctx.locale))
        .limit(limit)
        .offset(offset),
      totals: totalOf(ctx.db, forms, where),
      present: row => wire(row),
    },
  )
}

function order(sort: string, locale: Locale): SQL[] {
  const name = textFor(forms.name, locale, defaultLanguage)
  if (sort === 'name') return [asc(name), asc(forms.id)]
  return sort === '-name' ? [desc(name), desc(forms.id)] : orderBy(forms, sort, 'name')
}

/** The whole form: what is filled in now for everyone who may read it, the draft for those who may change it. */
export async function presentForm(ctx: Context, form: FormRow): Promise<FormDetail> {
  const published = await findPublished(ctx.db, form)
  return {
    ...wire(form),
    default_language: form.draft.default_language,
    submission_count: await countOf(ctx, form),
    draft: allows(ctx.ability, 'update', 'Form', form) ? form.draft : null,
    published: published ? wire({ ...published, definition: shownTo(ctx, published.definition) }) : null,
    pictures: await findPictures(ctx.db, form.companyId, [form.draft, published?.definition]),
    public_link_count: await linkCountFor(ctx, form),
  }
}

/** The definition as this person sees it: guests see neither registers nor consequences of answers. */
export const shownTo = ({ actor }: Pick<Context, 'actor'>, definition: Definition): Definition =>
  actor.isGuest ? publicDefinition(definition, {}) : definition

/** How many links lead to a form, for those who may change it. */
async function linkCountFor(ctx: Context, form: FormRow): Promise<number | null> {
  if (!allows(ctx.ability, 'update', 'Form', form)) return null
  return ctx.db.$count(publicLinks, linksOf(form))
}

/** The condition of a form's living links. */
export const linksOf = ({ companyId, id }: Pick<FormRow, 'companyId' | 'id'>) =>
  and(eq(publicLinks.companyId, companyId), eq(publicLinks.formId, id), isNull(publicLinks.revokedAt))

/**
 * How many complete submissions the form of a row has, up to `maxCounted`. In a select from one table, columns lose
 * their table.
 */
const counted = sql<number>`(select count(*)::int from (select 1 from submissions s
  where s.company_id = forms.company_id
  and s.form_id = forms.id and s.completed_at is not null and s.archived_at is null limit ${maxCounted}) as found)`

/** The count is for those who look after forms. */
const countFor = (ctx: Context) => (allows(ctx.ability, 'create', 'Form') ? counted : sql<null>`null::int`)

async function countOf(ctx: Context, form: FormRow): Promise<number | null> {
  const [row] = await ctx.db
    .select({ count: countFor(ctx) })
    .from(forms)
    .where(and(eq(forms.companyId, form.companyId), eq(forms.id, form.id)))
  return row?.count ?? null
}

/** The pictures that definitions name, as far as the company has them. */
export async function findPictures(
  db: Database,
  companyId: number,
  definitions: (FormRow['draft'] | undefined)[],
): Promise<FormPicture[]> {
  const uuids = definitions.flatMap(definition => (definition ? picturesOf(definition) : []))
  if (uuids.length === 0) return []
  const { uuid, path, name, width, height } = formPictures
  return db
    .select({ uuid, path, name, width, height })
    .from(formPictures)
    .where(and(eq(formPictures.companyId, companyId), inArray(uuid, uuids)))
    .orderBy(asc(formPictures.id))
}

/** The published versions of a form, the newest first. */
export async function listVersions(db: Database, form: FormRow): Promise<FormVersionSummary[]> {
  const rows = await db
    .select({ version: formVersions, publishedByName: users.name })
    .from(formVersions)
    .innerJoin(users, eq(users.id, formVersions.publishedBy))
    .where(and(eq(formVersions.companyId, form.companyId), eq(formVersions.formId, form.id)))
    .orderBy(desc(formVersions.number))
  return rows.map(({ version: { id, number, publishedAt, definition }, publishedByName }) => ({
    id,
    number,
    published_at: publishedAt.toISOString(),
    published_by_name: publishedByName,
    question_count: questionsOf(definition).length,
  }))
}
