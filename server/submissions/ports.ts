import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Evaluation } from '#shared/forms/logic.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import type { FileRow } from '../files/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { DomainEvent } from '../lib/events.ts'
import { QueryPort } from '../lib/queryPorts.ts'
import type { bundledSeal } from '../sealing/bundles/queries.ts'
import type { FoundSubmission } from './queries.ts'

/**
 * A submission is complete. It was worked out once, for the moment that its person pressed Complete: what follows goes by `evaluation`,
 * and reads its answers in `state`. Nobody works them out again.
 */
export const submissionCompleted = new DomainEvent<{
  submission: FoundSubmission
  state: FormState
  evaluation: Evaluation
}>('submission.completed')

/** Its answers are others now, worked out for the moment of its completion. */
export const submissionCorrected = new DomainEvent<{
  submission: FoundSubmission
  state: FormState
  evaluation: Evaluation
}>('submission.corrected')

/** What goes into the bundle of a report: by whoever knows reports. */
export type BundledReports = {
  /** Its name and its PDF, which finishes it. Throws `not_found` for one that the caller may not read. */
  print(ctx: Context, id: number): Promise<{ name: string; pdf: FileAnswer }>
  /** What was sealed of what that PDF shows, and the photos of it that are still there. */
  sealed(db: Database, companyId: number, id: number, fileSha256: string): Promise<SealedReport>
}
export type SealedReport = Awaited<ReturnType<typeof bundledSeal>> & { content: string; stored: FileRow[] }

export const bundledReports = new QueryPort<null, BundledReports>('exports.reports')
