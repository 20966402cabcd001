import { z } from 'zod'
import { Id, LongText, Name } from '../lib/fields.ts'
import { SubjectFields, subjectEndpoints } from '../subjects/contract.ts'
import { locationTypes } from './locationTypes.ts'

export const LocationDraft = z
  .object({
    name: Name,
    type: z.enum(locationTypes),
    /** The place that this one is part of. */
    parent_id: Id.nullish(),
    /** Whoever is responsible for it, and for what is a part of it that has nobody of its own. Tasks can be given to them by the place. */
    responsible_id: Id.nullish(),
    notes: LongText.nullish(),
  })
  .meta({ id: 'LocationDraft' })

export const Location = LocationDraft.required().extend(SubjectFields.shape).meta({ id: 'Location' })
export type Location = z.infer<typeof Location>

const calls = subjectEndpoints('/location', 'Location', Location, LocationDraft, ['type', 'parent_id'])

export const locations = {
  ...calls,
  /**
   * `outside` leaves out a place and all that is a part of it: what it can become a part of itself. With `is_looked_after` only places for
   * which somebody is responsible, themselves or with what they are a part of.
   */
  list: {
    ...calls.list,
    input: calls.list.input.extend({ outside: Id.optional(), is_looked_after: z.boolean().optional() }),
  },
} as const
