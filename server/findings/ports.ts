import { DomainEvent, QueryPort } from '../lib/ports.ts'
import type { findings } from './table.ts'

type FindingRow = typeof findings.$inferSelect

/** Findings that a submission has opened. */
export const findingsOpened = new DomainEvent<Changed>('findings.opened')

/** Findings that were closed, however that was, or that are open again: their re-checks follow. */
export const findingsClosed = new DomainEvent<Changed>('findings.closed')
export const findingsReopened = new DomainEvent<Changed>('findings.reopened')
type Changed = { findings: FindingRow[] }

/** Somebody who looks again at what a submission found, at the key of the finding. */
type Recheck = {
  id: number
  submissionId: number
  questionId: string
  taskSentId: number | null
  userName: string
  completedAt: Date | null
}

/** The re-checks of findings, in the order in which they were asked. */
export const rechecksOf = new QueryPort<{ companyId: number; submissionIds: number[] }, Recheck[]>('findings.rechecks')
