import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Evaluation } from '#shared/forms/logic.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import type { FileRow } from '../files/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { DomainEvent, QueryPort } from '../lib/ports.ts'
import type { bundledSeal } from '../sealing/bundleQueries.ts'
import type { FoundSubmission } from './queries.ts'

/**
 * A submission was completed. Listeners use `evaluation` and `state`, which were calculated once for the moment of
 * completion.
 */
export const submissionCompleted = new DomainEvent<{
  submission: FoundSubmission
  state: FormState
  evaluation: Evaluation
}>('submission.completed')

/** A submission was corrected; the evaluation is for the moment of completion. */
export const submissionCorrected = new DomainEvent<{
  submission: FoundSubmission
  state: FormState
  evaluation: Evaluation
}>('submission.corrected')

/** A re-check was completed, which is a submission of its own. */
export const recheckCompleted = new DomainEvent<SubmissionRef>('submission.rechecked')

/** A submission was reviewed. */
export const submissionReviewed = new DomainEvent<SubmissionRef>('submission.reviewed')
type SubmissionRef = { companyId: number; id: number }

/** The contents of a report's bundle, provided by the reports feature. */
export type BundledReports = {
  /** Its name and its PDF, which finishes it. Throws `not_found` for one that the caller may not read. */
  print(ctx: Context, id: number): Promise<{ name: string; pdf: FileAnswer }>
  /** The sealed content behind that PDF, and its photos that still exist. */
  sealed(db: Database, companyId: number, id: number, fileSha256: string): Promise<SealedReport>
}
export type SealedReport = Awaited<ReturnType<typeof bundledSeal>> & { content: string; stored: FileRow[] }

export const bundledReports = new QueryPort<null, BundledReports>('exports.reports')
