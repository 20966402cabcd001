/**
 * Animals of ICAR's Animal Data Exchange (github.com/adewg/ICAR) as a table under our names of fields: what another
 * program sends, or our own export.
 */
import { z } from 'zod'
import { type identifierSchemes, productionPurposes, sexes, species } from '#shared/animals/rules.ts'
import { snakeCase } from '#shared/lib/casing.ts'

const Identifier = z.object({ scheme: z.string().default(''), id: z.coerce.string() })
const Animal = z.object({
  resourceType: z.literal('icarAnimalCoreResource').optional(),
  meta: z.object({ isDeleted: z.boolean().nullish() }).nullish(),
  identifier: Identifier.nullish(),
  officialName: z.string().nullish(),
  name: z.string().nullish(),
  specie: z.string().nullish(),
  gender: z.string().nullish(),
  birthDate: z.string().nullish(),
  primaryBreed: Identifier.nullish(),
  productionPurpose: z.string().nullish(),
  status: z.string().nullish(),
  parentage: z.array(z.object({ gender: z.string().nullish(), identifier: Identifier.nullish() })).nullish(),
})
type Animal = z.infer<typeof Animal>

/** The schemes of our own numbers, which mean nothing in another tend. */
const ownNumbers = 'tend.animal'

const headings = [
  ...['identifier', 'identifier_scheme', 'name', 'species', 'sex', 'birth_date', 'breed', 'production_purpose'],
  ...['mother_id', 'father_id'],
]

/** Whether a file of text is JSON, which no table begins like. */
export const isJson = (text: string): boolean => /^\ufeff?\s*[[{]/.test(text)

/**
 * The living animals of a file: of our export, of a collection, or a list of resources. Each is a line under
 * `headings`; null for a file in which there are none.
 */
export function icarAnimals(text: string): { headings: string[]; lines: string[][] } | null {
  const content = parsed(text)
  const all = Array.isArray(content) ? content : (content?.animals ?? content?.member ?? [content])
  if (!Array.isArray(all)) return null
  const animals = all.flatMap(one => {
    const { data } = Animal.safeParse(one)
    return data && (data.identifier || data.name) ? [data] : []
  })
  const living = animals.filter(({ meta, status }) => !meta?.isDeleted && (status ?? 'Alive') === 'Alive')
  // A line can name a parent of an earlier one.
  living.sort((one, other) => (one.birthDate ?? '').localeCompare(other.birthDate ?? ''))
  const names = namesByIdentifier(living)
  return living.length > 0 ? { headings, lines: living.map(animal => cellsOf(animal, names)) } : null
}

const nameOf = ({ name, officialName }: Animal): string => name || officialName || ''

/** What the import finds animals of the same file by: their names, where no two have the same. */
function namesByIdentifier(animals: Animal[]): Map<string, string> {
  const alike = Map.groupBy(animals, nameOf)
  return new Map(
    animals.flatMap(animal => {
      const name = nameOf(animal)
      return animal.identifier && name && alike.get(name)?.length === 1 ? [[animal.identifier.id, name]] : []
    }),
  )
}

function parsed(text: string) {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return null
  }
}

function cellsOf(animal: Animal, names: Map<string, string>): string[] {
  const { identifier, parentage } = animal
  const tag = identifier && identifier.scheme !== ownNumbers ? identifier : null
  const parent = (gender: string) => {
    const id = parentage?.find(one => one.gender === gender)?.identifier?.id ?? ''
    return names.get(id) ?? id
  }
  return [
    ...[tag?.id ?? '', tag ? schemeOf(tag.scheme) : '', nameOf(animal)],
    ...[ours(animal.specie, species), ours(animal.gender, sexes), (animal.birthDate ?? '').slice(0, 10)],
    ...[animal.primaryBreed?.id ?? '', ours(animal.productionPurpose, productionPurposes)],
    ...[parent('Female'), parent('Male')],
  ]
}

/** Electronic ones say so by ISO 11784; all others are read from an ear. */
const schemeOf = (scheme: string): (typeof identifierSchemes)[number] =>
  /fdx|11784|eid|rfid/i.test(scheme) ? 'eid' : 'ear_tag'

/** ICAR's word as ours; one that we do not have stays as it is, and its line says so. */
function ours(word: string | null | undefined, choices: readonly string[]): string {
  const known = snakeCase((word ?? '').replace(/^./, letter => letter.toLowerCase()))
  return choices.includes(known) ? known : (word ?? '')
}
