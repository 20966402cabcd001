import { z } from 'zod'
import { species } from '../animals/species.ts'
import { Id, LongText, Name } from '../lib/fields.ts'
import { SubjectFields, subjectEndpoints } from '../subjects/contract.ts'
import { groupPurposes } from './groupPurposes.ts'

const AnimalGroupDraft = z.object({
  name: Name,
  purpose: z.enum(groupPurposes).default('enclosure'),
  species: z.enum(species).nullish(),
  location_id: Id.nullish(),
  notes: LongText.nullish(),
})

export const AnimalGroup = AnimalGroupDraft.required().extend(SubjectFields.shape).meta({ id: 'AnimalGroup' })
export type AnimalGroup = z.infer<typeof AnimalGroup>

export const animalGroups = subjectEndpoints('/animal/group', 'AnimalGroup', AnimalGroup, AnimalGroupDraft, [
  'species',
  'location_id',
])
