import type { PassKind } from '#shared/passes/rules.ts'
import type { KindOfRecords } from '../reading.ts'
import { animalEventRecords } from './animalEvents.ts'
import { certificateRecords } from './certificates.ts'
import { findingRecords } from './findings.ts'
import { submissionRecords } from './submissions.ts'
import { vehicleEntryRecords } from './vehicleEntries.ts'

/** The kinds of records that passes show. */
export const recordsOf: Record<PassKind, KindOfRecords> = {
  submission: submissionRecords,
  finding: findingRecords,
  animal_event: animalEventRecords,
  vehicle_entry: vehicleEntryRecords,
  certificate: certificateRecords,
}
