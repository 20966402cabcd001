import type { FileAnswer } from '#shared/lib/contract.ts'
import type { FileRow } from '../../files/queries.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { QueryPort } from '../../lib/queryPorts.ts'
import type { bundledSeal } from '../../sealing/bundles/queries.ts'

/** What goes into the bundle of a report: by whoever knows reports. */
export type BundledReports = {
  /** Its name and its PDF, which finishes it. Throws `not_found` for one that the caller may not read. */
  print(ctx: Context, id: number): Promise<{ name: string; pdf: FileAnswer }>
  /** What was sealed of what that PDF shows, and the photos of it that are still there. */
  sealed(db: Database, companyId: number, id: number, fileSha256: string): Promise<SealedReport>
}
export type SealedReport = Awaited<ReturnType<typeof bundledSeal>> & { content: string; stored: FileRow[] }

export const bundledReports = new QueryPort<null, BundledReports>('exports.reports')
