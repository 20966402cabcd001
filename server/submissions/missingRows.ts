/** The rows of registers that answers name must be the company's own: what a device sends is not taken on trust. */
import { and, eq, inArray } from 'drizzle-orm'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answers, RowReference } from '#shared/forms/answers/answers.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { type RegisterType, registerTypes } from '#shared/forms/registerTypes.ts'
import { Id } from '#shared/lib/fields.ts'
import { memberships } from '../companies/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { knownSubjects } from '../subjects/queries.ts'
import type { FoundSubmission } from './queries.ts'

type Picked = { question_id: string; row_id?: string; type: RegisterType; ids: number[] }

/** The answers that name a row which the company does not have. Archived rows and people who have left are known. */
export async function missingRows(db: Database, { companyId, definition }: FoundSubmission, answers: Answers) {
  const picked = pickedRows(questionsOf(definition), answers)
  const idsOf = (type: RegisterType) =>
    picked.flatMap(one => (one.type === type ? one.ids : [])).filter(id => Id.safeParse(id).success)
  const known = new Map(
    await Promise.all(
      registerTypes.map(async type => [type, await knownIds(db, companyId, type, idsOf(type))] as const),
    ),
  )
  return picked
    .filter(({ type, ids }) => ids.some(id => !known.get(type)?.has(id)))
    .map(({ question_id, row_id }) => ({ question_id, ...(row_id && { row_id }), code: 'not_found' as const }))
}

function pickedRows(questions: Question[], answers: Answers): Picked[] {
  const types = new Map(questions.map(({ id, type }) => [id, registerTypes.find(one => one === type)]))
  return Object.entries(answers).flatMap(([key, { value }]) => {
    const parts = keyParts(key)
    const type = types.get(parts.question_id)
    return type && Array.isArray(value) ? [{ ...parts, type, ids: value.filter(isRow).map(({ id }) => id) }] : []
  })
}

const isRow = (item: string | object): item is RowReference => typeof item === 'object' && 'id' in item

async function knownIds(db: Database, companyId: number, type: RegisterType, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  if (type !== 'user') return knownSubjects(db, companyId, type, ids)
  const rows = await db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), inArray(memberships.userId, ids)))
  return new Set(rows.map(({ id }) => id))
}
