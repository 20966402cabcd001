import { and, eq } from 'drizzle-orm'
import { askedOfVisitors } from '#shared/forms/public/publicDefinition.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { PublicFile } from '#shared/public-links/publicForm.ts'
import { storeFile } from '../../files/commands.ts'
import { countWaiting, type FileRow, findFileByUuid } from '../../files/queries.ts'
import type { Context } from '../../lib/context.ts'
import { accessVisited, requireOpen, requirePin, visitedVersion } from '../../public-links/queries.ts'
import { requireUpload } from '../commands.ts'
import { presentFile } from '../present.ts'
import { submissions } from '../table.ts'

/** More than any form asks of one person. */
const maxOfSubmission = 50
/** Of all visitors of a link together, whose files wait; nobody is to fill the store of a company by its own notice on the door. */
const maxOfLink = 1_000

type Sent = {
  id: number
  token: string
  submissionUuid: string
  uuid: string
  questionId: string
  version?: number | undefined
}

/** Keeps a file for a submission that is still to come by the link. The link is locked, so that they are counted one after the other. */
export async function attachAsVisitor(ctx: Context, sent: Sent): Promise<PublicFile> {
  await requirePin(ctx, await accessVisited(ctx, sent))
  const visited = await accessVisited(ctx, sent, true)
  if (visited.form.isChannel) throw new Problem('form_is_channel')
  const { companyId, id: publicLinkId } = visited.link
  const submission = await submissionNamed(ctx, companyId, sent.submissionUuid)
  const first = await findFileByUuid(ctx.db, companyId, sent.uuid)
  if (first) {
    const isSame = first.publicLinkId === publicLinkId && isFor(first, sent.submissionUuid, submission?.id)
    if (!isSame) throw invalidField('uuid', 'taken')
    return presentFile(first)
  }
  if (submission) throw new Problem('submission_uuid_taken')
  await requireOpen(ctx, visited)
  const { version, prefill } = await visitedVersion(ctx, visited, sent.version)
  const upload = requireUpload(ctx, askedOfVisitors(version.definition, prefill), sent.questionId)
  const waiting = await countWaiting(ctx.db, companyId, publicLinkId)
  if ((waiting.get(sent.submissionUuid) ?? 0) >= maxOfSubmission)
    throw invalidField('file', 'too_many', { maximum: maxOfSubmission })
  if (waiting.values().reduce((sum, count) => sum + count, 0) >= maxOfLink)
    throw new Problem('too_many_requests', { retryAfter: 3600 })
  const owner = { companyId, publicLinkId, waitingFor: sent.submissionUuid, questionId: sent.questionId }
  return presentFile(await storeFile(ctx, owner, sent.uuid, upload))
}

const isFor = (file: FileRow, submissionUuid: string, submissionId: number | undefined): boolean =>
  file.waitingFor === submissionUuid || (submissionId !== undefined && file.submissionId === submissionId)

async function submissionNamed({ db }: Context, companyId: number, uuid: string) {
  const [found] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.companyId, companyId), eq(submissions.uuid, uuid)))
  return found
}
