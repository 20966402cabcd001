import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Form, FormDetail } from '#shared/forms/contract.ts'
import { wire } from '#shared/lib/casing.ts'
import type { Locale } from '#shared/lib/language.ts'
import { allows } from '#shared/lib/rules.ts'
import { accessible, permitted } from '../lib/accessible.ts'
import type { Context } from '../lib/context.ts'
import { inAnyLanguage, textFor } from '../lib/db/localized.ts'
import type { Database } from '../lib/db/pools.ts'
import { archivedOrNot, contains, matching, orderBy, pageOf, slice, total } from '../lib/listing.ts'
import { forms, formVersions } from './table.ts'

export type FormRow = typeof forms.$inferSelect
export type FormVersionRow = typeof formVersions.$inferSelect

/** The form if the actor may do this with it; a Problem that does not tell which otherwise. Whoever changes it waits for others. */
export async function accessForm(ctx: Context, id: number, action: string): Promise<FormRow> {
  const query = ctx.db.select().from(forms).where(eq(forms.id, id))
  const [form] = await (action === 'read' ? query : query.for('update'))
  return permitted(ctx, action, 'Form', form)
}

/** The version of a form that is filled in now; none for a form that was never published. */
export async function findPublished(db: Database, form: FormRow): Promise<FormVersionRow | undefined> {
  if (form.version === null) return undefined
  const { companyId, formId, number } = formVersions
  const [version] = await db
    .select()
    .from(formVersions)
    .where(and(eq(companyId, form.companyId), eq(formId, form.id), eq(number, form.version)))
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
}

const { draft, ...columns } = getTableColumns(forms)
const defaultLanguage = sql<Locale>`${draft} ->> 'default_language'`

/** One page of the forms that the actor may read, without their definitions. */
export function listForms(ctx: Context, { search, sort, archived, page, perPage, ...filters }: FormQuery) {
  const where = and(
    accessible(ctx.ability, 'read', 'Form', forms),
    archivedOrNot(forms, archived),
    contains(search, inAnyLanguage(forms.name)),
    matching(forms, filters),
  )
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: ctx.db
        .select({ ...columns, defaultLanguage })
        .from(forms)
        .where(where)
        .orderBy(...order(sort ?? 'name', ctx.locale))
        .limit(limit)
        .offset(offset),
      totals: ctx.db.select(total).from(forms).where(where),
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
    draft: allows(ctx.ability, 'update', 'Form', form) ? form.draft : null,
    published: published ? wire(published) : null,
  }
}
