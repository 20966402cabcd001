import { and, eq } from 'drizzle-orm'
import { closeRechecked, correctFindings, openFindings } from '../findings/commands.ts'
import { publicLinks } from '../forms/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { on } from '../lib/events.ts'
import { noteChecked } from '../subjects/commands.ts'
import { taskDone, taskReopened } from '../tasks/ports.ts'
import { submissionCompleted, submissionCorrected } from './facts.ts'
import { cancelRecheck, openRecheck } from './followUps/lookAgain.ts'
import { detectFindings, passedSubjects, subjectsExamined } from './foundIn.ts'
import type { FoundSubmission } from './queries.ts'

/** What is well again is open no longer; failed answers are found, and open their tasks, by a correction too. */
export const submissionListeners = [
  on(taskDone, openRecheck),
  on(taskReopened, cancelRecheck),
  on(submissionCompleted, async (ctx, { submission, state, evaluation }) => {
    const at = submission.completedAt ?? ctx.now
    const subjects = subjectsExamined(state, submission.subjects)
    await noteChecked(ctx, submission.companyId, subjects, at)
    await closeRechecked(ctx, { ...submission, at, subjects, isWell: passedSubjects(state, evaluation) })
    const faults = detectFindings(ctx, state, evaluation)
    if (faults.length === 0) return
    const createdBy = await whoIsBehind(ctx.db, submission)
    await openFindings(ctx, { ...submission, createdBy, at }, faults, evaluation.tasks)
  }),
  on(submissionCorrected, async (ctx, { submission, state, evaluation }) => {
    const at = submission.completedAt ?? ctx.now
    const subjects = subjectsExamined(state, submission.subjects)
    await closeRechecked(ctx, { ...submission, at, subjects, isWell: passedSubjects(state, evaluation) })
    const createdBy = await whoIsBehind(ctx.db, submission)
    await correctFindings(
      ctx,
      { ...submission, createdBy, at },
      detectFindings(ctx, state, evaluation),
      evaluation.tasks,
    )
  }),
]

/** Of what came by a public link, whoever put it up. */
async function whoIsBehind(db: Database, { id, companyId, userId, publicLinkId }: FoundSubmission): Promise<number> {
  if (userId !== null) return userId
  const [link] = await db
    .select({ createdBy: publicLinks.createdBy })
    .from(publicLinks)
    .where(and(eq(publicLinks.companyId, companyId), eq(publicLinks.id, publicLinkId ?? 0)))
  if (!link) throw new Error(`Nobody is behind submission ${id}.`)
  return link.createdBy
}
