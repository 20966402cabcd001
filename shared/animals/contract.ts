import { z } from 'zod'
import { ById, Day, Id, IdentifierText, LongText, Name, Time, Uuid } from '../lib/fields.ts'
import { SubjectFields, subjectEndpoints } from '../subjects/contract.ts'
import { keptBreed } from './breeds.ts'
import {
  animalKinds,
  groupPurposes,
  healthStatuses,
  identifierSchemes,
  lifeStatuses,
  maxPhotos,
  productionPurposes,
  sexes,
  species,
} from './rules.ts'

/** Declares the species once in the API's description. */
export const Species = z.enum(species).meta({ id: 'Species' })

export const Sex = z.enum(sexes).meta({ id: 'Sex' })

const Scheme = z.enum(identifierSchemes).meta({ id: 'IdentifierScheme' })
const Identifier = z.object({ scheme: Scheme, value: IdentifierText }).meta({ id: 'OtherIdentifier' })
export type Identifier = z.infer<typeof Identifier>

export const AnimalDraft = z
  .object({
    /** Stays what it is. */
    kind: z.enum(animalKinds).default('individual'),
    /** Defaults to the identifier; one of the two is needed. */
    name: Name.optional(),
    /** The official identifier. Each belongs to one animal alone in a company and scheme. */
    identifier: IdentifierText.nullish(),
    identifier_scheme: Scheme.default('ear_tag'),
    other_identifiers: z.array(Identifier).max(10).default([]),
    species: Species,
    sex: Sex.default('unknown'),
    /** One of the known breeds in any language, which is kept under its English name, or another. */
    breed: z.string().trim().max(100, { abort: true }).overwrite(keptBreed).nullish(),
    birth_date: Day.nullish(),
    mother_id: Id.nullish(),
    father_id: Id.nullish(),
    health_status: z.enum(healthStatuses).nullish(),
    production_purpose: z.enum(productionPurposes).nullish(),
    /** Changes of these three fields are events of its history, dated today. */
    animal_group_id: Id.nullish(),
    location_id: Id.nullish(),
    /** Of a batch. */
    head_count: z.int().min(0).max(1_000_000).nullish(),
    notes: LongText.nullish(),
    /**
     * Pictures that were sent before, by the uuids of their files, and those that stay; the first is shown in lists.
     */
    photo_uuids: z.array(Uuid).max(maxPhotos).optional(),
  })
  .meta({ id: 'AnimalDraft' })

const AnimalPhoto = z
  .object({ uuid: Uuid, path: z.string(), preview_path: z.string().nullable() })
  .meta({ id: 'AnimalPhoto' })
export type AnimalPhoto = z.infer<typeof AnimalPhoto>

export const Animal = AnimalDraft.omit({ photo_uuids: true })
  .required()
  .extend(SubjectFields.shape)
  .extend({ breed: z.string().nullable() })
  .extend({ life_status: z.enum(lifeStatuses), withheld_until: Day.nullable(), photos: z.array(AnimalPhoto) })
  .meta({ id: 'Animal' })
export type Animal = z.infer<typeof Animal>

const AnimalMerge = z
  .object({ id: Id, animal_id: Id, duplicate_id: Id, created_at: Time, undone_at: Time.nullable() })
  .meta({ id: 'AnimalMerge' })
export type AnimalMerge = z.infer<typeof AnimalMerge>

const calls = subjectEndpoints('/animal', 'Animal', Animal, AnimalDraft, [
  ...(['species', 'animal_group_id', 'location_id'] as const),
  ...(['health_status', 'mother_id', 'father_id', 'breed'] as const),
])

export const animals = {
  ...calls,
  list: { ...calls.list, input: calls.list.input.extend({ life_status: z.enum(lifeStatuses).optional() }) },
  create: { ...calls.create, problems: ['plan_limit_reached'] },
  restore: { ...calls.restore, problems: ['plan_limit_reached'] },
  merge: {
    summary: 'Merge an animal that was registered twice',
    description: 'The records of the duplicate move to the animal; the duplicate is archived.',
    method: 'POST',
    path: '/animal/:id/merge',
    access: ['delete', 'Animal'],
    input: ById.extend({ duplicate_id: Id }),
    returns: AnimalMerge,
  },
  unmerge: {
    summary: 'Undo a merge within 30 days',
    description: 'The moved records return to the duplicate, which is restored.',
    method: 'POST',
    path: '/animal/merge/:id/undo',
    access: ['delete', 'Animal'],
    input: ById,
    returns: AnimalMerge,
  },
} as const

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
