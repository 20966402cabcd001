/** The sheet of choices: lists by name, each choice with its further columns. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Choice, ChoiceSet } from '#shared/forms/elementFields.ts'
import { ChoiceId, ElementId } from '#shared/forms/elementFields.ts'
import { LocalizedText } from '#shared/lib/fields.ts'
import { withOwn } from '../settings.ts'
import { type Findings, namelessKey, type Row } from '../table.ts'
import { externalList } from './outline.ts'
import type { Texts } from './texts.ts'

export type List = {
  name: string
  choices: Choice[]
  ids: Set<string>
  /** What choices are called that could not keep their names. */
  renamed: Map<string, string>
  /** The ids of all that are called the same in the file, the first of them first (`followNames.ts`). */
  twins: Map<string, string[]>
  /** The table that it became, being too long. */
  table?: string
}

/** A list of more is a table. */
export const maxChoices = 2_000
const attribute = /^[A-Za-z_][\w.-]{0,63}$/

/** A heading of a column of choices as expressions may call it. */
export const attributeNamed = (heading: string): string =>
  attribute.test(heading)
    ? heading
    : heading
        .trim()
        .replace(/[^\w.-]+/g, '_')
        .replace(/^(?![A-Za-z_])/, '_')
        .slice(0, 64)

/** All lists, in the order in which they first appear. */
export function listsOf(rows: Row[], texts: Texts, findings: Findings, allowsTwins: boolean): Map<string, List> {
  const lists = new Map<string, List>()
  for (const row of rows) {
    const written = row.take('list_name')
    if (written === undefined) {
      // No question can take it.
      findings.note(row.at(row.cells[0]?.key ?? 'list_name'), 'row_comment')
      continue
    }
    const name = row.sheet === 'external_choices' ? externalList(written) : written
    const list: List = lists.get(name) ?? {
      name,
      choices: [],
      ids: new Set(),
      renamed: new Map(),
      twins: new Map(),
    }
    lists.set(name, list)
    // Among external choices, the same name may be under each of the choices before it.
    const mayTwin = allowsTwins || row.sheet === 'external_choices'
    addChoice(list, row, texts, findings, mayTwin)
  }
  return lists
}

function addChoice(list: List, row: Row, texts: Texts, findings: Findings, allowsTwins: boolean): void {
  const written = row.take('name')
  if (written === undefined) {
    findings.fault(row.at('name'), 'xlsform_no_choice_name', { list: list.name })
    return
  }
  const first = list.renamed.get(written) ?? (list.ids.has(written) ? written : undefined)
  const id = first !== undefined || !ChoiceId.safeParse(written).success ? freeId(list, written) : written
  const image = texts.readSingle(row, 'media::image')?.text
  const label = texts.read(row, 'label')
  const attributes = attributesOf(row)
  const choice = withOwn(
    {
      id,
      label: Object.keys(label).length > 0 ? label : texts.inOwn(written),
      ...(image && { picture: { name: image.slice(0, 255) } }),
      ...(attributes && { attributes }),
    },
    row,
    findings,
  )
  for (const cell of row.left())
    findings.note(row.atCell(cell), cell.key.startsWith('media::') ? 'media_left_out' : 'cell_unused', {
      value: cell.text,
    })
  const said = { name: written.slice(0, 128), list: list.name, called: id }
  // The settings do not allow two of one name, so that one of them is a slip: a row that was copied, or a name that was
  // not changed in one.
  const isSlip = first !== undefined && !allowsTwins
  if (isSlip && isCopy(list, [first, ...(list.twins.get(written) ?? [])], choice)) {
    findings.note(row.at('name'), 'choice_repeated', said)
    return
  }
  if (first !== undefined) list.twins.set(written, [...(list.twins.get(written) ?? [first]), id])
  else if (id !== written) list.renamed.set(written, id)
  if (isSlip) findings.note(row.at('name'), 'choice_twice', said)
  else if (id !== written) findings.note(row.at('name'), 'choice_renamed', { name: id })
  list.ids.add(id)
  list.choices.push(choice)
  if (image && !row.has('tend::picture')) findings.note(row.at('media::image'), 'picture_needed', { name: image })
}

/** Whether one of these choices says the same as another, but for the name that it has here. */
const isCopy = ({ choices }: List, ids: string[], choice: Choice): boolean =>
  choices.some(other => ids.includes(other.id) && isDeepStrictEqual({ ...other, id: '' }, { ...choice, id: '' }))

function attributesOf(row: Row): Record<string, string> | undefined {
  const others = row.cells.filter(({ key }) => key.startsWith('?') && key !== namelessKey)
  if (others.length === 0) return undefined
  return Object.fromEntries(
    others.map(({ key, heading }) => [attributeNamed(heading), (row.take(key) ?? '').slice(0, 2_000)]),
  )
}

function freeId({ ids }: List, written: string): string {
  const base = written.replace(/[\s'"@]+/g, '_').slice(0, 110) || 'choice'
  let id = base
  for (let count = 2; ids.has(id); count++) id = `${base}_${count}`
  return id
}

const words: Readonly<Record<'other' | 'specify', LocalizedText>> = {
  other: { en: 'Other', hu: 'Egyéb', de: 'Anderes', fr: 'Autre', ar: 'أخرى' },
  specify: { en: 'Specify other', hu: 'Egyéb, éspedig', de: 'Anderes, nämlich', fr: 'Précisez', ar: 'يُرجى التحديد' },
}

/** What `or_other` adds, in the languages that a list has. */
export function otherWords(word: keyof typeof words, like: LocalizedText): LocalizedText {
  const used = Object.keys(like) as (keyof LocalizedText)[]
  return Object.fromEntries(used.map(locale => [locale, words[word][locale] ?? words[word].en ?? '']))
}

const Order = z.array(z.object({ id: ElementId, name: LocalizedText.optional() })).max(200)

/** The sets of choices as tend's own file orders and names them; sets without choices have no rows in the sheet. */
export function ownLists(sets: ChoiceSet[], order: unknown): ChoiceSet[] {
  const { data } = Order.safeParse(order)
  if (!data) return sets
  const byId = new Map(sets.map(set => [set.id, set]))
  const named = data.map(({ id, name }) => ({ id, ...(name && { name }), choices: byId.get(id)?.choices ?? [] }))
  const known = new Set(data.map(({ id }) => id))
  return [...named, ...sets.filter(({ id }) => !known.has(id))]
}
