import { z } from 'zod'
import { Day, Id, Time } from '../lib/fields.ts'
import { subjectTypes } from './registry.ts'
import { subjectStatuses } from './subjectStatuses.ts'

/** What a task or a submission is about: a row of one of the registers. */
export const SubjectRef = z
  .object({ type: z.enum(subjectTypes).meta({ id: 'SubjectType' }), id: Id })
  .meta({ id: 'SubjectRef' })
export type SubjectRef = z.infer<typeof SubjectRef>

/** The state that a row is in, and since when: when what it rests on was found. */
export const CurrentStatus = z.object({ state: z.enum(subjectStatuses), since: Time }).meta({ id: 'CurrentStatus' })
export type CurrentStatus = z.infer<typeof CurrentStatus>

/**
 * `status` is the state that it is in now; null while nobody has found anything. Something of an animal or a group must not be sold until
 * the end of `withheld_until`, which may be over.
 */
export const NamedSubject = SubjectRef.extend({
  name: z.string(),
  status: CurrentStatus.nullish(),
  withheld_until: Day.nullish(),
}).meta({ id: 'NamedSubject' })
export type NamedSubject = z.infer<typeof NamedSubject>
