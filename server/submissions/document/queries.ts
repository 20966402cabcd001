/** A submission in words, for other ways of reading it than on paper. */
import type { Context } from '../../lib/context.ts'
import { accessSubmission } from '../queries.ts'
import { submissionPaper } from './pdf.ts'
import type { SubmissionDocument } from './submissionDocument.ts'

/** What the PDF of a submission says in the reader's language, and where its pictures lie, by their names in it. Throws 404 for one that they may not read. */
export async function submissionInWords(
  ctx: Context,
  id: number,
): Promise<{ document: SubmissionDocument; pictures: Record<string, string> }> {
  const { data, pictures = {} } = await submissionPaper(ctx, await accessSubmission(ctx, id, 'read'))
  return { document: data, pictures }
}
