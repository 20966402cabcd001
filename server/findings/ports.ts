import { QueryPort } from '../lib/ports.ts'

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
