import { z } from 'zod'
import { Id, LongText, Name } from '../lib/fields.ts'
import { SubjectFields, subjectEndpoints } from '../subjects/contract.ts'
import { locationTypes } from './locationTypes.ts'

export const LocationDraft = z.object({
  name: Name,
  type: z.enum(locationTypes),
  /** The place that this one is part of. */
  parent_id: Id.nullish(),
  notes: LongText.nullish(),
})

export const Location = LocationDraft.required().extend(SubjectFields.shape)
export type Location = z.infer<typeof Location>

export const locations = subjectEndpoints('/location', 'Location', Location, LocationDraft, ['type', 'parent_id'])
