import { z } from 'zod'
import { Species } from '../animals/contract.ts'
import { Day, Id, LongText, Name } from '../lib/fields.ts'
import { SubjectFields, subjectEndpoints } from '../subjects/contract.ts'
import { groupPurposes } from './rules.ts'

const AnimalGroupDraft = z.object({
  name: Name,
  purpose: z.enum(groupPurposes).default('enclosure'),
  species: Species.nullish(),
  location_id: Id.nullish(),
  notes: LongText.nullish(),
})

export const AnimalGroup = AnimalGroupDraft.required()
  .extend(SubjectFields.shape)
  .extend({ withheld_until: Day.nullable() })
  .meta({ id: 'AnimalGroup' })
export type AnimalGroup = z.infer<typeof AnimalGroup>

export const animalGroups = subjectEndpoints('/animal/group', 'AnimalGroup', AnimalGroup, AnimalGroupDraft, [
  'species',
  'location_id',
])
