/**
 * Makes sections of the survey's top level: a group with a label is one, elements between groups get sections of their
 * own. Hidden elements (calculations, times) go into a section that is always visible, because they must not wait for a
 * condition.
 */
import { Definition, type Element, type Section } from '#shared/forms/definition.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Findings, Place, Row } from '../table.ts'
import type { Node } from './outline.ts'

type Made = { element: Element; isSection: boolean }

const maxElements = 500

type SectionWords = {
  /** The heading above the form's first questions. */
  title: LocalizedText
  /** The heading above later ones. */
  further: LocalizedText
  freeId: (wanted: string) => string
}

export function sectionsOf(made: Made[], words: SectionWords): Section[] {
  const sections: Section[] = []
  let loose: Element[] = []
  const close = () => {
    const [shown, unseen] = [loose.some(isSeen), loose]
    loose = []
    if (unseen.length === 0) return
    if (shown) sections.push(...looseSections(unseen, sections.length, words))
    else homeless.push(...unseen)
  }
  const homeless: Element[] = []
  for (const { element, isSection } of made) {
    if (!isSection) {
      loose.push(element)
      continue
    }
    close()
    sections.push(asSection(element))
  }
  close()
  return housed(sections, homeless, words)
}

const isSeen = (element: Element): boolean => {
  if (element.type === 'hidden') return false
  if (element.type === 'calculated') return element.hidden !== true
  return element.type === 'group' ? element.questions.some(isSeen) : true
}

function looseSections(elements: Element[], before: number, { title, further, freeId }: SectionWords): Section[] {
  const pages: Section[] = []
  for (let at = 0; at < elements.length; at += maxElements) {
    const isFirst = before === 0 && at === 0
    pages.push({
      id: freeId(`section_${before + pages.length + 1}`),
      title: isFirst ? title : further,
      questions: elements.slice(at, at + maxElements),
    })
  }
  return pages
}

function housed(sections: Section[], homeless: Element[], words: SectionWords): Section[] {
  if (homeless.length === 0) return sections
  const house = sections.find(
    ({ visible_if, questions }) => !visible_if && questions.length + homeless.length <= maxElements,
  )
  if (!house) return [...looseSections(homeless, sections.length, { ...words, further: words.title }), ...sections]
  return sections.map(section =>
    section === house ? { ...section, questions: [...homeless, ...section.questions] } : section,
  )
}

/** A group, or a section of a file that tend wrote, which is a group with a title for a label. */
function asSection(element: Element): Section {
  const { type, label, ...rest } = element as Extract<Element, { type: 'group' }>
  return { title: label, ...rest } as Section
}

/** What speaks of something that is not there cannot have been meant; anything else can be mended in tend. */
const broken = new Set(['unknown_reference', 'function_arguments'])

const columns: Readonly<Record<string, string>> = {
  visible_if: 'relevant',
  required_if: 'required',
  read_only_if: 'read_only',
  calculate: 'calculation',
  default: 'default',
  constraints: 'constraint',
  choice_filter: 'choice_filter',
  rows: 'repeat_count',
  label: 'label',
  title: 'label',
  hint: 'hint',
  required_message: 'required_message',
}

/**
 * The last look at a form that was put together: whether it is well-formed, and what its expressions say of each other.
 */
export function checkWhole(definition: Definition, nodeOf: ReadonlyMap<Row, Node>, findings: Findings): Definition {
  const rowOf = new Map([...nodeOf].map(([row, { id }]) => [id, row]))
  const parsed = Definition.safeParse(definition)
  if (!parsed.success) {
    for (const { path } of parsed.error.issues.slice(0, 50)) {
      const place = whereIs(definition, path.map(String), rowOf)
      findings.fault(place, 'xlsform_does_not_fit', {
        part:
          path
            .filter(part => typeof part === 'string')
            .at(-1)
            ?.toString() ?? '',
      })
    }
    return definition
  }
  // With rows missing, faults that refer to them are only a consequence.
  if (findings.faults.length === 0)
    for (const { path, code, values = {}, at } of mistakesIn(parsed.data)) {
      const place = whereIs(parsed.data, path.split('.'), rowOf)
      // Other tools can show in a text what was answered the last time, and the number that they gave to the answers.
      const isLast = /^(?:last-saved#|instance(?:ID|Name)$)/.test(String(values.name))
      if (broken.has(code) && !isLast) findings.fault(place, code, { ...values, position: (at ?? 0) + 1 })
      // Of a list that is missing it is said already.
      else if (code !== 'no_choices' || !findings.hasNote(place, 'to_mend'))
        findings.note(place, 'to_mend', values, code)
    }
  return parsed.data
}

/**
 * The row and the column that a place in the definition came from, which may be anything as long as it was not parsed.
 */
function whereIs(definition: unknown, path: string[], rowOf: ReadonlyMap<string, Row>): Place {
  let part = definition
  let found: { row: Row; property: string | undefined } | undefined
  path.forEach((step, index) => {
    part = part && typeof part === 'object' ? Object.getOwnPropertyDescriptor(part, step)?.value : undefined
    const id = part && typeof part === 'object' && 'id' in part && typeof part.id === 'string' ? part.id : undefined
    const row = id === undefined ? undefined : rowOf.get(id)
    if (row) found = { row, property: path[index + 1] }
  })
  if (!found) return { sheet: path[0] === 'choice_sets' ? 'choices' : 'settings', row: 1, column: path[0] ?? '' }
  const { row, property = 'type' } = found
  return row.at(row.has(`tend::${property}`) ? `tend::${property}` : (columns[property] ?? 'type'))
}
