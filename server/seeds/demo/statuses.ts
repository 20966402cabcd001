import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { evaluate } from '#shared/forms/logic.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'
import type { Database } from '../../lib/db/pools.ts'
import { registers } from '../../subjects/registers.ts'
import { subjectStatuses } from '../../subjects/table.ts'

export type Subject = { animalId?: number; animalGroupId?: number; locationId?: number; vehicleId?: number }

type Said = { companyId: number; submissionId: number; userId: number; at: Date; subject: Subject }

/** The state into which a submission put what it was about, as completing it would have. */
export async function seedStatus(db: Database, said: Said, definition: Definition, answers: Answers): Promise<void> {
  const { companyId, submissionId, userId, at, subject } = said
  await seedChecked(db, said)
  const { statuses, subject_status: state } = evaluate(definition, answers)
  if (!state) return
  const about = statuses.find(({ status }) => status === state)?.about
  const question = about === undefined ? undefined : questionsOf(definition).find(({ id }) => id === about)
  await db.insert(subjectStatuses).values({
    companyId,
    ...subject,
    state,
    submissionId,
    userId,
    finding: question?.label ?? null,
    reason: (about !== undefined && answers[about]?.note) || null,
    foundAt: at,
    createdAt: at,
  })
  const ids = [subject.animalId, subject.animalGroupId, subject.locationId, subject.vehicleId]
  for (const [index, type] of subjectTypes.entries()) {
    const [id, table] = [ids[index], registers[type]]
    const isLatest = or(isNull(table.statusSince), lte(table.statusSince, at))
    if (id === undefined) continue
    await db
      .update(table)
      .set({ status: state, statusSince: at })
      .where(and(eq(table.id, id), isLatest))
  }
}

/** The time of the last check. */
async function seedChecked(db: Database, { at, subject }: Said): Promise<void> {
  const ids = [subject.animalId, subject.animalGroupId, subject.locationId, subject.vehicleId]
  for (const [index, type] of subjectTypes.entries()) {
    const [id, table] = [ids[index], registers[type]]
    if (id === undefined) continue
    await db
      .update(table)
      .set({ lastCheckedAt: at })
      .where(and(eq(table.id, id), or(isNull(table.lastCheckedAt), lte(table.lastCheckedAt, at))))
  }
}
