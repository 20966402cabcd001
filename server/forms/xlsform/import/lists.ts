/** The sheet of choices: lists by name, each choice with its further columns. */
import type { Choice } from '#shared/forms/choices.ts'
import { ChoiceId } from '#shared/forms/elementFields.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Findings } from '../findings.ts'
import { withOwn } from '../ownColumns.ts'
import { namelessKey, type Row } from '../table.ts'
import { externalList } from './outline.ts'
import type { Texts } from './texts.ts'

export type List = {
  name: string
  choices: Choice[]
  /** What choices are called that could not keep their names. */
  renamed: Map<string, string>
  /** The ids of all that are called the same in the file, the first of them first (`twins.ts`). */
  twins: Map<string, string[]>
  /** Questions take it. */
  users: number
}

const mostChoices = 2_000
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
      // No question can take it, whatever else stands in it.
      findings.note(row.at(row.cells[0]?.key ?? 'list_name'), 'row_comment')
      continue
    }
    const name = row.sheet === 'external_choices' ? externalList(written) : written
    const list: List = lists.get(name) ?? { name, choices: [], renamed: new Map(), twins: new Map(), users: 0 }
    lists.set(name, list)
    // Among external choices, the same name may stand under each of the choices before it.
    const mayTwin = allowsTwins || row.sheet === 'external_choices'
    if (list.choices.length < mostChoices) addChoice(list, row, texts, findings, mayTwin)
    else findings.note(row.at('name'), 'choices_cut', { maximum: mostChoices })
  }
  return lists
}

function addChoice(list: List, row: Row, texts: Texts, findings: Findings, allowsTwins: boolean): void {
  const written = row.take('name')
  if (written === undefined) {
    findings.fault(row.at('name'), 'xlsform_no_choice_name', { list: list.name })
    return
  }
  const isTwin = list.choices.some(({ id }) => id === written)
  if (isTwin && !allowsTwins) {
    findings.fault(row.at('name'), 'xlsform_duplicate_choice', { name: written.slice(0, 128), list: list.name })
    return
  }
  const id = isTwin || !ChoiceId.safeParse(written).success ? freeId(list, written) : written
  if (id !== written) {
    if (!isTwin) list.renamed.set(written, id)
    else list.twins.set(written, [...(list.twins.get(written) ?? [written]), id])
    findings.note(row.at('name'), 'choice_renamed', { name: id })
  }
  const image = texts.readSingle(row, 'media::image')?.text
  const label = texts.read(row, 'label')
  const attributes = attributesOf(row)
  const choice = {
    id,
    label: Object.keys(label).length > 0 ? label : texts.inOwn(written),
    ...(image && { picture: { name: image.slice(0, 255) } }),
    ...(attributes && { attributes }),
  }
  list.choices.push(withOwn(choice, row, findings))
  if (image && !row.has('tend::picture')) findings.note(row.at('media::image'), 'picture_needed', { name: image })
  for (const cell of row.left())
    findings.note(row.atCell(cell), cell.key.startsWith('media::') ? 'media_left_out' : 'cell_unused', {
      value: cell.text,
    })
}

function attributesOf(row: Row): Record<string, string> | undefined {
  const others = row.cells.filter(({ key }) => key.startsWith('?') && key !== namelessKey)
  if (others.length === 0) return undefined
  return Object.fromEntries(
    others.map(({ key, heading }) => [attributeNamed(heading), (row.take(key) ?? '').slice(0, 2_000)]),
  )
}

function freeId({ choices }: List, written: string): string {
  const base = written.replace(/[\s'"@]+/g, '_').slice(0, 110) || 'choice'
  let id = base
  for (let count = 2; choices.some(choice => choice.id === id); count++) id = `${base}_${count}`
  return id
}

const words: Readonly<Record<'other' | 'specify', LocalizedText>> = {
  other: { en: 'Other', hu: 'Egyéb', de: 'Anderes', fr: 'Autre', ar: 'أخرى' },
  specify: { en: 'Specify other', hu: 'Egyéb, éspedig', de: 'Anderes, nämlich', fr: 'Précisez', ar: 'حدّد' },
}

/** What `or_other` adds, in the languages that a list has. */
export function otherWords(word: keyof typeof words, like: LocalizedText): LocalizedText {
  const used = Object.keys(like) as (keyof LocalizedText)[]
  return Object.fromEntries(used.map(locale => [locale, words[word][locale] ?? words[word].en ?? '']))
}
