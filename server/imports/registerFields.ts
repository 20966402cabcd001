/**
 * What the columns of a spreadsheet can be of a register: read from its contract, so that a field that comes later is
 * imported and exported too. Words are looked up as the feature's own texts name them.
 */
import { z } from 'zod'
import { breedIn, keptBreed } from '#shared/animals/breeds.ts'
import { contracts } from '#shared/contracts.ts'
import { camelCase } from '#shared/lib/casing.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import { foldWord } from '#shared/lib/searching.ts'
import { registry, type SubjectFeature, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import type { Texts } from '../lib/texts.ts'
import { synonyms } from './headings.ts'

type RegisterCalls = (typeof contracts)[SubjectFeature]
export const registerContracts = Object.fromEntries(
  subjectTypes.map(type => [type, contracts[registry[type].feature]]),
) as Record<SubjectType, RegisterCalls>

export type Referenced = SubjectType | 'person'
export type RegisterField = { name: string; isRequired: boolean } & (
  | { kind: 'text' | 'day' | 'flag' }
  | { kind: 'number'; isWhole: boolean }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'reference'; of: Referenced }
)

type Word = { kept: (text: string) => string; shown: (locale: Locale, text: string) => string }
/** Texts of which some are words that each language has its own for: one is kept, and shown as the reader says it. */
export const wordOf: Readonly<Record<string, Word>> = { breed: { kept: keptBreed, shown: breedIn } }

/** Of which register the row is that a field names; a field that is not here is not offered. */
const referenced: Readonly<Record<string, Referenced>> = {
  animal_group_id: 'animal_group',
  location_id: 'location',
  parent_id: 'location',
  responsible_id: 'person',
  mother_id: 'animal',
  father_id: 'animal',
}

const known = new Map<SubjectType, RegisterField[]>()

/** The fields of a register that one cell can fill. */
export function fieldsOf(type: SubjectType): RegisterField[] {
  const found =
    known.get(type) ??
    Object.entries(registerContracts[type].create.input.shape).flatMap(([name, schema]) => fieldOf(name, schema) ?? [])
  known.set(type, found)
  return found
}

function fieldOf(name: string, schema: z.core.$ZodType): RegisterField | undefined {
  const isRequired = !z.safeParse(schema, undefined).success
  const inner = innermost(schema)
  const of = referenced[name]
  if (name.endsWith('_id')) return of && { name, isRequired, kind: 'reference', of }
  if (inner instanceof z.ZodEnum) return { name, isRequired, kind: 'choice', choices: inner.options.map(String) }
  if (inner instanceof z.core.$ZodNumber)
    return { name, isRequired, kind: 'number', isWhole: 'format' in inner._zod.def }
  if (inner instanceof z.core.$ZodBoolean) return { name, isRequired, kind: 'flag' }
  if (inner instanceof z.core.$ZodISODate) return { name, isRequired, kind: 'day' }
  return inner instanceof z.core.$ZodString ? { name, isRequired, kind: 'text' } : undefined
}

function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  let at = schema
  while ('innerType' in at._zod.def) at = at._zod.def.innerType as z.core.$ZodType
  return at
}

/** Whether a field identifies its row. A spreadsheet that reads such a value as a number must not change it. */
export const isIdentifying = (name: string) => ['identifier', 'plate', 'vin', 'name'].includes(name)

/** The column of an export that tells rows of one name apart. No other program calls a column so. */
export const idHeading = 'tend ID'
/** What it is called in a matching. */
export const idName = 'id'

/** Fields by which a line finds its row: the register's identifier first. */
export const keysOf = (type: SubjectType): string[] =>
  ['identifier', 'plate', 'name'].filter(name => fieldsOf(type).some(field => field.name === name))

/** What a field is called where its form calls it something else. */
const ownNames: Readonly<Record<string, string>> = {
  parent_id: 'partOf',
  capacity_heads: 'capacity',
  identifier_scheme: 'scheme',
  health_status: 'health',
  production_purpose: 'keptFor',
}

const firstText = (t: Translate, keys: string[]) =>
  keys.map(key => [key, t(key)]).find(([key, text]) => text !== key)?.[1]

/** What a field is called in the feature's texts. */
export function labelOf(t: Translate, type: SubjectType, name: string): string {
  const { feature } = registry[type]
  const whole = name.replace(/_id$/, '')
  const names = [ownNames[name], camelCase(name), camelCase(whole), whole.split('_').at(-1)]
  return (
    firstText(
      t,
      names.flatMap(one => (one ? [`${feature}.${one}`, `animals.${one}`, `animalGroups.${one}`] : [])),
    ) ?? whole.replaceAll('_', ' ')
  )
}

/** What a choice is called in the feature's texts. */
export function choiceLabel(t: Translate, type: SubjectType, field: string, choice: string): string {
  const { feature } = registry[type]
  const lists = [camelCase(field), ownNames[field] ?? ''].flatMap(name => [`${name}Names`, `${name}s`, `${name}es`])
  return (
    firstText(
      t,
      lists.flatMap(list => [`${feature}.${list}.${choice}`, `animals.${list}.${choice}`]),
    ) ?? choice
  )
}

/**
 * The choices of a field by their words in every language and by their own names; where two are alike, as `language`
 * says them.
 */
export function choicesByWord(
  texts: Texts,
  type: SubjectType,
  field: RegisterField & { kind: 'choice' },
  language: Locale,
): Map<string, string> {
  const found = new Map<string, string>()
  const add = (locale: Locale) => {
    for (const choice of field.choices)
      found.set(foldWord(choiceLabel(texts(locale), type, field.name, choice)), choice)
  }
  for (const locale of locales) add(locale)
  for (const choice of field.choices) found.set(foldWord(choice), choice)
  add(language)
  return found
}

/** The language in which most headings are; the reader's where it is as good as any. */
export function languageOf(texts: Texts, type: SubjectType, headings: string[], reader: Locale): Locale {
  const columns = new Set(headings.map(foldWord))
  const count = (locale: Locale) =>
    fieldsOf(type).filter(({ name }) => columns.has(foldWord(labelOf(texts(locale), type, name)))).length
  return locales.reduce((best, locale) => (count(locale) > count(best) ? locale : best), reader)
}

/** Which columns the headings name, by their field: as `language` calls them before any other. */
export function matchingOf(
  texts: Texts,
  type: SubjectType,
  headings: string[],
  language: Locale,
): Record<string, number> {
  const columns = headings.map(foldWord)
  const found: Record<string, number> = {}
  const match = (name: string, words: string[]) => {
    if (found[name] !== undefined) return
    const names = words.map(foldWord)
    const column = columns.findIndex(
      (heading, index) => names.includes(heading) && !Object.values(found).includes(index),
    )
    if (column >= 0) found[name] = column
  }
  const fields = fieldsOf(type)
  match(idName, [idHeading])
  for (const { name } of fields) match(name, [labelOf(texts(language), type, name)])
  for (const { name } of fields)
    match(name, [name, name.replace(/_id$/, ''), ...locales.map(locale => labelOf(texts(locale), type, name))])
  for (const { name } of fields) match(name, [...(synonyms[name] ?? [])])
  return found
}
