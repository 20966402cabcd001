import type { PassKind } from '#shared/passes/rules.ts'
import type { KindOfRecords } from '../reading.ts'
import { findingRecords } from './findings.ts'
import { submissionRecords } from './submissions.ts'

/** The kinds of records that passes show. */
export const recordsOf: Record<PassKind, KindOfRecords> = {
  submission: submissionRecords,
  finding: findingRecords,
}
