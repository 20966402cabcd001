import type { ReportFilters } from '#shared/reports/contract.ts'
import { type ReportGrouping, type ReportPart, reportParts } from '#shared/reports/rules.ts'
import type { Database } from '../../lib/db/pools.ts'
import { reports } from '../../reports/table.ts'
import type { Crew } from './history.ts'

type Wanted = {
  name: string
  description: string
  formIds: number[]
  groupBy: ReportGrouping | null
  parts?: ReportPart[]
  filters?: ReportFilters
  forEverybody?: boolean
}

/** Reports over the twelve weeks that the company has worked with tend. */
export async function seedReports(
  db: Database,
  { companyId, managerId }: Crew,
  at: Date,
  wanted: Wanted[],
): Promise<void> {
  await db.insert(reports).values(
    wanted.map(({ parts = [...reportParts], filters = {}, forEverybody = false, ...report }) => ({
      ...{ ...report, parts, filters, forEverybody, companyId },
      period: { kind: 'relative' as const, unit: 'week' as const, count: 12 },
      createdBy: managerId,
      createdAt: at,
      updatedAt: at,
    })),
  )
}
