import { z } from 'zod'
import { Id, LongText, Name } from '../lib/fields.ts'
import { RegisterFields, registerEndpoints } from '../lib/register.ts'
import { locationTypes } from './locationTypes.ts'

export const LocationDraft = z.object({
  name: Name,
  type: z.enum(locationTypes),
  /** The place that this one is part of. */
  parent_id: Id.nullish(),
  notes: LongText.nullish(),
})

export const Location = LocationDraft.required().extend(RegisterFields.shape)
export type Location = z.infer<typeof Location>

export const locations = registerEndpoints('/location', 'Location', Location, LocationDraft, ['type', 'parent_id'])
