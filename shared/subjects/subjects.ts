import { z } from 'zod'
import { Day, Id, Time } from '../lib/fields.ts'
import { subjectTypes } from './registry.ts'
import { subjectStatuses } from './subjectStatuses.ts'

/** A row of a register that a task or a submission is about. */
export const SubjectRef = z
  .object({ type: z.enum(subjectTypes).meta({ id: 'SubjectType' }), id: Id })
  .meta({ id: 'SubjectRef' })
export type SubjectRef = z.infer<typeof SubjectRef>

/** Status of a row, and when its finding was made. */
export const CurrentStatus = z.object({ state: z.enum(subjectStatuses), since: Time }).meta({ id: 'CurrentStatus' })
export type CurrentStatus = z.infer<typeof CurrentStatus>

/**
 * `status` is the current one, null while nothing was found. `withheld_until` is the end of a withdrawal period, which
 * may be over.
 */
export const NamedSubject = SubjectRef.extend({
  name: z.string(),
  status: CurrentStatus.nullish(),
  withheld_until: Day.nullish(),
}).meta({ id: 'NamedSubject' })
export type NamedSubject = z.infer<typeof NamedSubject>
