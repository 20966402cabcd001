import { z } from 'zod'
import { Day, Id, LongText, Name } from '../lib/fields.ts'
import { SubjectFields, subjectEndpoints } from '../subjects/contract.ts'
import { animalKinds, lifeStatuses } from './animalWords.ts'
import { Sex, Species } from './speciesField.ts'

export const AnimalDraft = z
  .object({
    /** Stays what it is. */
    kind: z.enum(animalKinds).default('individual'),
    name: Name,
    /** The official mark: ear tag, leg band, chip. Unique among a company's animals. */
    identifier: z.string().trim().min(1).max(100).nullish(),
    species: Species,
    sex: Sex.default('unknown'),
    birth_date: Day.nullish(),
    /** What changes of these three is an event of its history, of today. */
    animal_group_id: Id.nullish(),
    location_id: Id.nullish(),
    /** Of a batch. */
    head_count: z.int().min(0).max(1_000_000).nullish(),
    notes: LongText.nullish(),
  })
  .meta({ id: 'AnimalDraft' })

export const Animal = AnimalDraft.required()
  .extend(SubjectFields.shape)
  .extend({ life_status: z.enum(lifeStatuses) })
  .meta({ id: 'Animal' })
export type Animal = z.infer<typeof Animal>

const calls = subjectEndpoints('/animal', 'Animal', Animal, AnimalDraft, ['species', 'animal_group_id', 'location_id'])

export const animals = {
  ...calls,
  list: { ...calls.list, input: calls.list.input.extend({ life_status: z.enum(lifeStatuses).optional() }) },
  create: { ...calls.create, problems: ['plan_limit_reached'] },
  restore: { ...calls.restore, problems: ['plan_limit_reached'] },
} as const
