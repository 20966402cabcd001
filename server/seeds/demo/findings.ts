/**
 * What the visits of the past found: closed by their tasks or by the next look, and open where nobody has been since.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Rechecker } from '#shared/forms/answers/outcome.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { evaluate } from '#shared/forms/logic.ts'
import { locales } from '#shared/lib/language.ts'
import { worstStatus } from '#shared/subjects/registry.ts'
import { formatAnswer, formatterFor } from '#shared/submissions/formatter.ts'
import { findingSubjects, findings } from '../../findings/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { loadTexts } from '../../lib/texts.ts'
import type { Subject } from './statuses.ts'

const texts = await loadTexts()

/** A task that a visit opened, and when it was done. */
export type OpenedHere = { taskId: number; doneAt?: Date; doneBy?: number }

type Visit = {
  companyId: number
  submissionId: number
  formId: number
  userId: number
  foundAt: Date
  subject: Subject
}

export async function seedFindings(
  db: Database,
  { subject, ...visit }: Visit,
  definition: Definition,
  answers: Answers,
  opened: Map<string, OpenedHere>,
): Promise<void> {
  const { score, tasks, statuses } = evaluate(definition, answers)
  await closeEarlier(db, { ...visit, subject })
  const critical = score.failed.filter(failed => failed.critical).map(one => answerKey(one.question_id, one.row_id))
  const keys = new Set([...critical, ...tasks.map(({ question_id }) => question_id)])
  for (const questionId of keys) {
    const question = questionsOf(definition).find(({ id }) => id === questionId)
    const task = opened.get(questionId)
    // Where somebody looks again, that ends it and not its task; in the past that was the next visit.
    const recheckBy = tasks.find(one => one.question_id === questionId)?.recheck ?? null
    const answer = locales.flatMap(locale => {
      if (!question?.label[locale]) return []
      const words = formatterFor({ locale, timeZone: undefined, t: texts(locale) }, definition)
      return [[locale, formatAnswer(question, answers[questionId], words) ?? '']]
    })
    const [row] = await db
      .insert(findings)
      .values({
        ...visit,
        // It came in with its visit: otherwise all would be new in a renewed audit pass of the past.
        notedAt: visit.foundAt,
        questionId,
        severity: critical.includes(questionId) ? 'critical' : 'attention',
        question: question?.label ?? tasks.find(one => one.question_id === questionId)?.title ?? null,
        answer: question ? Object.fromEntries(answer) : null,
        note: answers[questionId]?.note ?? null,
        taskId: task?.taskId ?? null,
        recheckBy,
        status: worstStatus(
          statuses
            .filter(set => set.status !== 'ok' && (set.cause === questionId || set.about === questionId))
            .map(set => set.status),
        ),
        ...endOf(task, recheckBy, visit.userId),
      })
      .returning({ id: findings.id })
    await db.insert(findingSubjects).values({ companyId: visit.companyId, findingId: row?.id ?? 0, ...subject })
  }
}

/** In the past a task ended its finding, or the finder looked again on the same day. */
function endOf(task: OpenedHere | undefined, recheckBy: Rechecker | null, userId: number) {
  if (!task?.doneAt || (recheckBy !== null && recheckBy !== 'other')) return {}
  const closedAt = task.doneAt
  if (recheckBy) return { closedAt, closedHow: 'recheck', closedBy: userId } as const
  return { closedAt, closedHow: 'task', closedBy: task.doneBy ?? null } as const
}

/**
 * Visits come in the order in which they were: what the one before found is looked at again, and well unless it is
 * found again.
 */
async function closeEarlier(db: Database, { companyId, formId, userId, foundAt, subject }: Visit): Promise<void> {
  const [column, id] = Object.entries(subject)[0] ?? []
  if (!column || !id) return
  const about = findingSubjects[column as keyof Subject]
  await db
    .update(findings)
    .set({ closedAt: foundAt, closedHow: 'recheck', closedBy: userId })
    .where(
      and(
        eq(findings.companyId, companyId),
        eq(findings.formId, formId),
        isNull(findings.closedAt),
        sql`exists (select from ${findingSubjects} where ${findingSubjects.findingId} = ${findings.id}
          and ${eq(about, id)})`,
      ),
    )
}
