import { wire } from '#shared/lib/casing.ts'
import type { Submission, SubmissionDetail, SubmissionFile } from '#shared/submissions/contract.ts'
import type { FileRow } from '../files/queries.ts'
import { tasksThatCameOf } from '../findings/queries.ts'
import { shownTo } from '../forms/queries.ts'
import type { Context } from '../lib/context.ts'
import { filesShown, followUpOf } from './followUps/queries.ts'
import type { FoundSubmission, ListedSubmission } from './queries.ts'

/** A submission in wire form, for lists, answers and events alike. */
export const presentSubmission = (submission: ListedSubmission): Submission =>
  Object.assign(wire(submission), { user_name: submission.userName ?? '' })

/** The same with all that belongs to it: its own version of the form, answers, score, photos, and the tasks that came of it. */
export async function presentDetail(
  ctx: Pick<Context, 'db' | 'actor'>,
  submission: FoundSubmission,
): Promise<SubmissionDetail> {
  const { db, actor } = ctx
  const [photos, tasks] = await Promise.all([filesShown(db, submission), tasksThatCameOf(db, submission)])
  const { definition, contact, answers, score, receipt } = submission
  return {
    ...presentSubmission(submission),
    definition: shownTo(ctx, definition),
    contact,
    answers,
    score,
    files: photos.map(presentFile),
    // What follows inside the company is not a guest's to see.
    tasks: actor.isGuest ? [] : tasks,
    receipt,
    follows: await followUpOf(db, submission),
  }
}

export const presentFile = (file: FileRow): SubmissionFile => ({
  ...wire(file),
  question_id: file.questionId ?? '',
  sha256: file.sentSha256,
})
