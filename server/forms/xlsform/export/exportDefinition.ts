/**
 * Writes a form as an XLSForm in the columns that every tool knows, reads it with the importer, and puts all that
 * differs into tend's own columns. So export and import cannot drift apart.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Definition, Element, Section } from '#shared/forms/definition.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import { allElements } from '#shared/forms/elements.ts'
import type { TableContent } from '#shared/forms/tables/formTable.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import type { NewSheet } from '../../../lib/spreadsheets/workbook.ts'
import { tableSheet } from '../import/attachedTables.ts'
import { answerLists, importDefinition } from '../import/importDefinition.ts'
import { languageName } from '../languages.ts'
import { formatColumn, ownCells } from '../settings.ts'
import type { Sheet } from '../table.ts'
import { type Cells, type ChoiceRow, choiceRows, type SurveyRow, surveyRows } from './exportRows.ts'

export type FormToExport = {
  definition: Definition
  name: LocalizedText
  description: LocalizedText
  category: string
  /** What other tools call the form and this state of it. */
  formId: string
  version: string
  /** "Yes", "No" and "Not applicable" in every language of the form. */
  answers: Record<'yes' | 'no' | 'na', LocalizedText>
  /** The rows of its tables. */
  tables?: [string, TableContent][]
}

/** The sheets of the form: survey, choices, settings. */
export function exportDefinition(form: FormToExport): NewSheet[] {
  const { definition } = form
  const survey = surveyRows(definition)
  const choices = [...listRows(definition), ...answerRows(form)]
  const settings = [settingsCells(form)]
  const plain = sheetsFrom(survey, choices, settings)
  const { definition: read } = importDefinition(plain.map(asRead), {
    reader: definition.default_language,
    fileName: form.formId,
  })
  const lists = new Map(listsIn(read).map(list => [list.name, list.choices]))
  addDifferences(survey, partsOf(definition), partsOf(read), isWithoutRows(definition))
  for (const { name, choices: wanted } of listsIn(definition))
    addDifferences(choices, wanted, lists.get(name) ?? [], () => false)
  Object.assign(settings[0] ?? {}, wholeDifferences(form, read))
  return [...sheetsFrom(survey, choices, settings), ...tableSheets(form)]
}

/** The texts of yes and no in the languages that a form is written in. */
export const answerTexts = (texts: (locale: keyof LocalizedText) => Translate, locales: (keyof LocalizedText)[]) => {
  const text = (key: string) => Object.fromEntries(locales.map(locale => [locale, texts(locale)(key)]))
  return {
    yes: text('submissions.answers.yes'),
    no: text('submissions.answers.no'),
    na: text('submissions.answers.na'),
  }
}

type Part = Section | Element

const partsOf = ({ sections }: Definition): Part[] =>
  sections.flatMap(section => [section, ...allElements(section.questions)])

/** Lists in the order in which they are written: those that are shared, then those of single questions. */
const listsIn = (definition: Definition): { name: string; choices: Choice[] }[] => [
  ...(definition.choice_sets ?? []).map(({ id, choices }) => ({ name: id, choices })),
  ...partsOf(definition).flatMap(part =>
    'choices' in part && part.choice_set === undefined && !part.table ? [{ name: part.id, choices: part.choices }] : [],
  ),
]

/** Whether a question takes a list that is empty, or not there, so that it has to say so itself. */
function isWithoutRows(definition: Definition): (part: object) => boolean {
  const filled = new Set(listsIn(definition).flatMap(({ name, choices }) => (choices.length > 0 ? [name] : [])))
  return part =>
    'choices' in part &&
    !('table' in part && part.table) &&
    'id' in part &&
    !filled.has(String('choice_set' in part && part.choice_set ? part.choice_set : part.id))
}

const listRows = (definition: Definition): ChoiceRow[] =>
  listsIn(definition).flatMap(({ name, choices }) => choiceRows(name, choices))

function answerRows({ definition, answers }: FormToExport): ChoiceRow[] {
  const asked = partsOf(definition).flatMap(part => ('type' in part && part.type === 'yes_no' ? [part] : []))
  const rows = (list: string, ids: ('yes' | 'no' | 'na')[]) =>
    choiceRows(
      list,
      ids.map(id => ({ id, label: answers[id] })),
    ).map(({ cells }) => ({ cells }))
  return [
    ...(asked.some(question => !question.not_applicable) ? rows(answerLists.plain, ['yes', 'no']) : []),
    ...(asked.some(question => question.not_applicable) ? rows(answerLists.withNone, ['yes', 'no', 'na']) : []),
  ]
}

function settingsCells({ definition, name, formId, version }: FormToExport): Cells {
  const { default_language } = definition
  const root = rootName(definition)
  return {
    form_title: name[default_language] ?? '',
    form_id: formId,
    version,
    default_language: languageName(default_language),
    ...(root && { name: root }),
    [formatColumn]: '1',
  }
}

/**
 * Other tools call the whole of a form "data" and refuse a question of that name; then the whole is called something
 * else.
 */
function rootName({ sections }: Definition): string | undefined {
  const ids = sections.flatMap(({ id, questions }) => [id, ...allElements(questions).map(element => element.id)])
  const used = new Set(ids.map(id => id.toLowerCase()))
  if (!used.has('data')) return undefined
  let name = 'form'
  while (used.has(name)) name += '_'
  return name
}

/** Each part beside what was read of it, which is in the same order, one for one. */
function addDifferences<One extends Part | Choice>(
  rows: (SurveyRow | ChoiceRow)[],
  parts: One[],
  read: One[],
  isBare: (part: object) => boolean,
): void {
  const found = new Map<object, One | undefined>(parts.map((part, index) => [part, read[index]]))
  for (const row of rows) {
    const part = 'part' in row ? row.part : 'choice' in row ? row.choice : undefined
    if (part && found.has(part)) Object.assign(row.cells, differences(part, found.get(part), isBare(part)))
  }
}

/** What a part has that its columns do not say, and null for what they say too much. Choices have rows of their own. */
function differences(part: object, read: object | undefined, isBare = false): Cells {
  const [wanted, got] = [new Map(Object.entries(part)), new Map(Object.entries(read ?? {}))]
  const cells = [...new Set([...wanted.keys(), ...got.keys()])].flatMap(name => {
    const value = wanted.get(name)
    if (name === 'questions' || name === 'id' || (name === 'choices' && value !== undefined && !isBare)) return []
    const isForced = isBare && (name === 'choices' || name === 'choice_set') && value !== undefined
    return isForced || !isDeepStrictEqual(value, got.get(name)) ? Object.entries(ownCells(name, value)) : []
  })
  return Object.fromEntries(cells)
}

function wholeDifferences({ definition, name, description, category }: FormToExport, read: Definition): Cells {
  const { sections: _, choice_sets = [], ...whole } = definition
  const { sections: __, choice_sets: sets = [], ...got } = read
  const order = choice_sets.map(({ id, name: called }) => ({ id, ...(called && { name: called }) }))
  const isSame = isDeepStrictEqual(
    order,
    sets.map(({ id }) => ({ id })),
  )
  return {
    ...differences(whole, got),
    ...(isSame ? {} : ownCells('choice_set_order', order)),
    ...ownCells('name', name),
    ...(Object.keys(description).length > 0 ? ownCells('description', description) : {}),
    ...ownCells('category', category),
  }
}

const firstColumns: Record<string, string[]> = {
  survey: ['type', 'name'],
  choices: ['list_name', 'name'],
  settings: ['form_title', 'form_id', 'version', 'default_language'],
}

function sheetsFrom(survey: { cells: Cells }[], choices: { cells: Cells }[], settings: Cells[]): NewSheet[] {
  const sheet = (name: string, rows: Cells[]): NewSheet => {
    const used = new Set([...(firstColumns[name] ?? []), ...rows.flatMap(row => Object.keys(row))])
    // Texts first, then logic, and what only tend reads at the end.
    const columns = [...used].sort((one, other) => Number(isOwn(one)) - Number(isOwn(other)))
    return { name, columns, rows }
  }
  return [
    sheet(
      'survey',
      survey.map(({ cells }) => cells),
    ),
    sheet(
      'choices',
      choices.map(({ cells }) => cells),
    ),
    sheet('settings', settings),
  ]
}

const isOwn = (column: string) => column.startsWith('tend::')

/** Other tools look for files of these names; here each is a sheet. */
const tableSheets = ({ definition, tables = [] }: FormToExport): NewSheet[] =>
  (definition.tables ?? []).flatMap(({ name, uuid }) => {
    const content = tables.find(([of]) => of === uuid)?.[1]
    if (!content) return []
    const { columns, rows } = content
    const cells = rows.map(row => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ''])))
    return [{ name: tableSheet(name), columns, rows: cells }]
  })

/** The rows as they would be read from the file. */
const asRead = ({ name, columns, rows }: NewSheet): Sheet => ({
  name,
  rows: [Object.fromEntries(columns.map(column => [column, column])), ...rows].map((row, index) => ({
    number: index + 1,
    cells: new Map(
      columns.flatMap((column, at) => {
        // What looks like an escape of the format may be read as one.
        const text = (row[column] ?? '')
          .replaceAll('\r\n', '\n')
          .replace(/_x[0-9a-f]{4}_/gi, '')
          .trim()
        return text === '' ? [] : [[at, text] as const]
      }),
    ),
  })),
})
