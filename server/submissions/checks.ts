/** Refuses changes of a submission, with the submission as it is now so that the device can act on it. */
import { and, eq, inArray } from 'drizzle-orm'
import { answerKey, keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answers, RowReference } from '#shared/forms/answers/answers.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Question } from '#shared/forms/questions.ts'
import { type RegisterType, registerTypes } from '#shared/forms/registerTypes.ts'
import { Id } from '#shared/lib/fields.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { Problem } from '#shared/lib/problem.ts'
import { SubmissionDetail } from '#shared/submissions/contract.ts'
import { fillReferences, formatterFor } from '#shared/submissions/formatter.ts'
import { memberships } from '../companies/table.ts'
import type { AnswerFault } from '../forms/evaluation/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { knownSubjects } from '../subjects/queries.ts'
import { presentDetail } from './present.ts'
import type { FoundSubmission } from './queries.ts'

/** Throws `submission_complete` with the submission, or `not_found` for a draft that was thrown away. */
export async function requireDraft(ctx: Context, submission: FoundSubmission): Promise<void> {
  if (submission.status === 'complete')
    throw new Problem('submission_complete', { data: await asItIs(ctx, submission) })
  // Thrown away, perhaps on another device: beginning it again restores it. Follow-ups are never thrown away so.
  if (submission.archivedAt && submission.followsId === null) throw new Problem('not_found')
}

/** Throws 409 with the current submission when another device has saved since. */
export async function requireRevision(
  ctx: Context,
  submission: FoundSubmission,
  expected: number | undefined,
): Promise<void> {
  if (expected !== undefined && expected !== submission.revision)
    throw new Problem('stale_revision', { data: await asItIs(ctx, submission) })
}

/** Whole, and no more of it than the contract declares. */
export const asItIs = async (ctx: Context, submission: FoundSubmission) =>
  SubmissionDetail.parse(await presentDetail(ctx, submission))

/** Returns the form's own message for a wrong answer, in the language of the request. */
export const ownWords =
  ({ services, locale }: Context, state: FormState) =>
  ({ question_id, row_id, message }: AnswerFault): string => {
    if (!message) return ''
    const words = formatterFor({ locale, timeZone: undefined, t: services.texts(locale) }, state.form.definition)
    const { rows = [] } = state.instance(answerKey(question_id, row_id)) ?? {}
    return plainText(fillReferences(words.read(message), state, rows, words))
  }

/**
 * Throws `answers_lost` with the submission where stored answers are missing that the person did not remove: the
 * device lost them.
 */
export async function requireWhole(
  ctx: Context,
  submission: FoundSubmission,
  { answers, removed }: { answers: Answers; removed?: string[] | undefined },
): Promise<void> {
  if (!removed) return
  const known = new Set([...Object.keys(answers), ...removed])
  if (Object.keys(submission.answers).some(key => !known.has(key)))
    throw new Problem('answers_lost', { data: await asItIs(ctx, submission) })
}

type Picked = { question_id: string; row_id?: string; type: RegisterType; ids: number[] }

/** Lists the answers that name a row of another company or none. Archived rows and people who have left are known. */
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
