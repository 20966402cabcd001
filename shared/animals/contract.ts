import { z } from 'zod'
import { Day, Id, LongText, Name } from '../lib/fields.ts'
import { SubjectFields, subjectEndpoints } from '../subjects/contract.ts'
import { sexes } from './species.ts'
import { Species } from './speciesField.ts'

export const AnimalDraft = z
  .object({
    name: Name,
    /** The official mark: ear tag, leg band, chip. Unique among a company's animals. */
    identifier: z.string().trim().min(1).max(100).nullish(),
    species: Species,
    sex: z.enum(sexes).default('unknown'),
    birth_date: Day.nullish(),
    animal_group_id: Id.nullish(),
    notes: LongText.nullish(),
  })
  .meta({ id: 'AnimalDraft' })

export const Animal = AnimalDraft.required().extend(SubjectFields.shape).meta({ id: 'Animal' })
export type Animal = z.infer<typeof Animal>

const calls = subjectEndpoints('/animal', 'Animal', Animal, AnimalDraft, ['species', 'animal_group_id'])

export const animals = {
  ...calls,
  create: { ...calls.create, problems: ['plan_limit_reached'] },
  restore: { ...calls.restore, problems: ['plan_limit_reached'] },
} as const
