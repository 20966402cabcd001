/** What occurrences show beside their own row: what they are about, came of and led to, who else has them, and what shows that they are done. */
import type { Database } from '../lib/db/pools.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { pointerNames } from '../subjects/registers.ts'
import { verificationsOf, verifiedBy } from './effect/queries.ts'
import { type Occurrence, othersOf } from './others.ts'
import { proofPhotosOf } from './proofPhotos.ts'
import { originsOf, submissionsOf } from './questions.ts'
import { sentTasks, taskSubjects } from './table.ts'

/** What is known of occurrences before they are read: of some there is nothing to ask. */
export type Known = { wasBegun?: boolean; cameOfSomething?: boolean; isAboutNothing?: boolean }

/** The row whose photos show that it is done: that of the colleague who did it for all. */
const shownOf = ({ id, doneWith }: { id: number; doneWith: number | null }) => doneWith ?? id

/** Its own subject where each has occurrences of its own; otherwise those of the task. */
export async function withDetails<Sent extends Occurrence & { doneBy: string; doneWith: number | null }>(
  db: Database,
  found: Sent[],
  { wasBegun = true, cameOfSomething = true, isAboutNothing = false }: Known = {},
) {
  const single = found.filter(sent => pointerNames.some(pointer => sent[pointer] !== null)).map(({ id }) => id)
  const taskIds = [...new Set(found.map(({ taskId }) => taskId))]
  const begun = wasBegun ? found : []
  const followUps = cameOfSomething ? taskIds : []
  const [others, ofTasks, ofSent, origins, submissions, proofPhotos, verifications, verified] = await Promise.all([
    othersOf(db, found),
    subjectsOf(db, taskSubjects, taskSubjects.taskId, isAboutNothing ? [] : taskIds),
    subjectsOf(db, sentTasks, sentTasks.id, single),
    originsOf.queryOne(db, followUps),
    submissionsOf.queryOne(
      db,
      begun.map(({ id }) => id),
    ),
    proofPhotosOf(db, begun.map(shownOf)),
    verificationsOf(db, begun.map(shownOf)),
    verifiedBy(db, followUps),
  ])
  return found.map(sent => ({
    ...sent,
    originSubmissionId: origins.get(sent.taskId)?.submissionId ?? null,
    originQuestionId: origins.get(sent.taskId)?.questionId ?? null,
    originPhotos: origins.get(sent.taskId)?.photos ?? [],
    submissionId: submissions.get(sent.id) ?? null,
    proofPhotos: proofPhotos.get(shownOf(sent)) ?? [],
    others: others.get(sent.id) ?? [],
    verification: verifications.get(shownOf(sent)) ?? null,
    verifies: verified.get(sent.taskId) ?? null,
    subjects: ofSent.get(sent.id) ?? ofTasks.get(sent.taskId) ?? [],
  }))
}
