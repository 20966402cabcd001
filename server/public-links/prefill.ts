/**
 * Answers that a link gives. They are read again whenever they are needed, because forms get new versions and rows new
 * names.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { RowReference } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { placedElements } from '#shared/forms/elements.ts'
import { plainContext } from '#shared/forms/evaluation/context.ts'
import {
  askedOfVisitors,
  canBePrefilled,
  fittingPrefill,
  isDemanded,
  leftOut,
  withLabel,
} from '#shared/forms/public/publicDefinition.ts'
import type { Prefill } from '#shared/forms/public/publicLink.ts'
import { asksForRows, type RegisterType } from '#shared/forms/registerTypes.ts'
import { Id } from '#shared/lib/fields.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import { users } from '../accounts/table.ts'
import { memberships } from '../companies/table.ts'
import { evaluateForm } from '../forms/evaluation/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { registers } from '../subjects/registers.ts'

/**
 * What a link answers in this version of a form, with the names that rows have now. Left out is what is no answer any
 * more, or whose row is gone.
 */
export async function prefillOf(
  db: Database,
  companyId: number,
  definition: Definition,
  prefill: Prefill,
): Promise<Prefill> {
  const fitting = fittingPrefill(definition, prefill)
  const types = new Map(placedElements(definition).map(({ element }) => [element.id, element]))
  const entries = await Promise.all(
    Object.entries(fitting).map(async ([id, value]): Promise<[string, Prefill[string]][]> => {
      const element = types.get(id)
      if (!element || !asksForRows(element)) return [[id, value]]
      const rows = await namedRows(db, companyId, element.type, idsIn(value))
      return rows.length > 0 && rows.length === idsIn(value).length ? [[id, rows]] : []
    }),
  )
  return Object.fromEntries(entries.flat())
}

const idsIn = (value: Prefill[string]): number[] =>
  Array.isArray(value) ? value.flatMap(row => (typeof row === 'object' && 'id' in row ? row.id : [])) : []

/** The rows of a register that the company has, in the order of the ids. People who have left keep their names. */
async function namedRows(db: Database, companyId: number, type: RegisterType, ids: number[]): Promise<RowReference[]> {
  const known = ids.filter(id => Id.safeParse(id).success)
  if (known.length === 0) return []
  const rows = await (type === 'user' ? people(db, companyId, known) : rowsOf(db, companyId, registers[type], known))
  return known.flatMap(id => rows.filter(row => row.id === id))
}

const rowsOf = (db: Database, companyId: number, table: (typeof registers)[keyof typeof registers], ids: number[]) =>
  db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.companyId, companyId), inArray(table.id, ids)))

const people = (db: Database, companyId: number, ids: number[]) =>
  db
    .select({ id: users.id, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.companyId, companyId), inArray(users.id, ids)))

/**
 * What a link is to answer, with the names of rows. Throws 422 that names each answer which a link cannot give, and
 * each question that its visitors must answer and cannot, unless labels do.
 */
export async function requirePrefill(
  ctx: Context,
  companyId: number,
  definition: Definition,
  prefill: Prefill,
  labelQuestion: string | null,
): Promise<Prefill> {
  const { db, locale } = ctx
  const good = await prefillOf(db, companyId, definition, prefill)
  const errors: FieldErrors = { ...unfit(definition, prefill, good), ...(await broken(ctx, definition, good)) }
  for (const element of leftOut(definition, withLabel(good, labelQuestion)).filter(isDemanded)) {
    const question = plainText(textIn(element.label, locale, definition.default_language).text) || element.id
    errors[fieldOf(element.id)] ??= [{ code: 'not_for_visitors', values: { question } }]
  }
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
  return good
}

const fieldOf = (id: string) => `prefill.${id}`

function unfit(definition: Definition, prefill: Prefill, good: Prefill): FieldErrors {
  const placed = new Map(placedElements(definition).map(one => [one.element.id, one]))
  const fitting = fittingPrefill(definition, prefill)
  const codeOf = (id: string) => {
    const question = placed.get(id)
    if (!question || Object.hasOwn(fitting, id)) return 'not_found'
    return canBePrefilled(question) ? 'default_unfit' : 'not_by_link'
  }
  const wrong = Object.keys(prefill).filter(id => !Object.hasOwn(good, id))
  return Object.fromEntries(wrong.map(id => [fieldOf(id), [{ code: codeOf(id) }]]))
}

/** What the form itself has against an answer, which no visitor could mend. */
async function broken(ctx: Context, definition: Definition, good: Prefill): Promise<FieldErrors> {
  if (Object.keys(good).length === 0) return {}
  const answers = Object.fromEntries(Object.entries(good).map(([id, value]) => [id, { value }]))
  const state = await evaluateForm(ctx, askedOfVisitors(definition, good), answers, plainContext())
  return Object.fromEntries(
    Object.keys(good).flatMap(id => {
      const [problem] = state.problemsAt(id).filter(({ code }) => !gaps.includes(code))
      return problem ? [[fieldOf(id), [{ code: problem.code, ...(problem.values && { values: problem.values }) }]]] : []
    }),
  )
}

/** A note or a photo is still to be added by the person who fills in the form. */
const gaps: string[] = ['note_required', 'photo_required']
