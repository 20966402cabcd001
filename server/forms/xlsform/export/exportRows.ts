/**
 * A form as the rows of an XLSForm, in the columns that every tool knows. What those cannot say is added later
 * (`exportDefinition.ts`).
 */

import type { Definition, Element, Section } from '#shared/forms/definition.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import type { Question, QuestionType } from '#shared/forms/questions.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { locales } from '#shared/lib/language.ts'
import { answerLists } from '../import/importDefinition.ts'
import { contextOf, keyboards } from '../import/questionOf.ts'
import { languageName, withEscapedSigns } from '../languages.ts'
import { columnOf } from '../table.ts'

export type Cells = Record<string, string>
/** `part` is the element that begins at the row; the end of a group has none. */
export type SurveyRow = { cells: Cells; part?: Section | Element }
export type ChoiceRow = { cells: Cells; choice?: Choice }

export const surveyRows = ({ sections }: Definition): SurveyRow[] =>
  sections.flatMap(section => [
    {
      cells: {
        type: 'begin_group',
        name: section.id,
        ...textCells('label', section.title),
        ...textCells('hint', section.hint),
        ...logic('relevant', section.visible_if),
        ...looks(section.appearance),
        // It is imported as a section again, with any heading.
        'tend::type': '"section"',
      },
      part: section,
    },
    ...section.questions.flatMap(elementRows),
    { cells: { type: 'end_group', name: section.id } },
  ])

function elementRows(element: Element): SurveyRow[] {
  const { id, label, hint, picture, visible_if } = element
  const common = {
    name: id,
    ...textCells('label', label),
    ...textCells('hint', hint),
    ...logic('relevant', visible_if),
    ...(picture && { 'media::image': picture.name }),
  }
  if (element.type === 'instruction')
    return [
      {
        cells: {
          type: 'note',
          ...common,
          ...blockCells('label', withBody(label, element.body)),
          ...looks(element.appearance),
        },
        part: element,
      },
    ]
  if (element.type === 'group' || element.type === 'repeat') {
    const count = element.type === 'repeat' && element.rows?.from === 'count' ? element.rows.count : undefined
    return [
      {
        cells: {
          type: `begin_${element.type}`,
          ...common,
          ...logic('repeat_count', count),
          ...looks(element.layout === 'table' && isTableList(element.questions) && 'table-list', element.appearance),
        },
        part: element,
      },
      ...element.questions.flatMap(elementRows),
      { cells: { type: `end_${element.type}`, name: id } },
    ]
  }
  const { required, required_if, required_message, read_only, read_only_if, calculate } = element
  return [
    {
      cells: {
        ...common,
        ...(required ? { required: 'yes' } : logic('required', required_if)),
        ...textCells('required_message', required_message),
        ...(read_only ? { read_only: 'yes' } : logic('read_only', read_only_if)),
        ...logic('calculation', calculate),
        ...constraintCells(element),
        ...defaultText(element),
        ...('choice_filter' in element ? logic('choice_filter', element.choice_filter) : {}),
        ...withLooks(typeColumns(element), element.appearance),
      },
      part: element,
    },
  ]
}

const looks = (...words: (string | false | undefined)[]): Cells => {
  const appearance = words.filter(Boolean).join(' ')
  return appearance === '' ? {} : { appearance }
}

const withLooks = ({ appearance, ...cells }: Cells, more: string | undefined): Cells => ({
  ...cells,
  ...looks(appearance, more),
})

/** Other tools show questions as a table only if all take the same list, whole. */
function isTableList(questions: Element[]): boolean {
  const asked = questions.flatMap(question => ('choices' in question ? [question] : []))
  const [first] = asked
  if (first?.choice_set === undefined) return false
  return asked.every(({ choice_set, choice_filter }) => choice_set === first.choice_set && choice_filter === undefined)
}

/** Other tools know no body of a note, so that they show it with the label. */
function withBody(label: LocalizedText, body: LocalizedText | undefined): LocalizedText {
  if (!body) return label
  return Object.fromEntries(
    locales.flatMap(locale => {
      const whole = [label[locale], body[locale]].filter(Boolean).join('\n\n')
      return whole ? [[locale, whole]] : []
    }),
  )
}

/** All that must hold, in one expression; the bounds of a number are such conditions too. */
function constraintCells(question: Exclude<Element, { questions: unknown } | { type: 'instruction' }>): Cells {
  const { constraints = [] } = question
  const { min, max } = question.type === 'number' ? question : {}
  const conditions = [
    ...(min === undefined ? [] : [`. >= ${min}`]),
    ...(max === undefined ? [] : [`. <= ${max}`]),
    ...constraints.map(({ holds }) => holds),
  ]
  const whole = conditions.length > 1 ? conditions.map(holds => `(${holds})`).join(' and ') : conditions[0]
  return { ...logic('constraint', whole), ...textCells('constraint_message', constraints[0]?.message) }
}

/** An expression that cannot be read yet, in a draft, would keep the whole file from being read. */
const logic = (column: string, expression: string | undefined): Cells =>
  expression !== undefined && parseExpression(expression).tree ? { [column]: expression } : {}

export const choiceRows = (list: string, choices: Choice[]): ChoiceRow[] =>
  choices.map(choice => ({
    cells: {
      list_name: list,
      name: choice.id,
      ...textCells('label', choice.label),
      ...(choice.picture && { 'media::image': choice.picture.name }),
      ...Object.fromEntries(Object.entries(choice.attributes ?? {}).filter(([name]) => isFree(name))),
    },
    choice,
  }))

/** Whether a column of this name would be read as what it is: a further column. */
const isFree = (name: string) => columnOf(name, 'choices').key === `?${name}`

/** A label, hint or message in a column for each of its languages. */
const textCells = (column: string, text: LocalizedText = {}): Cells =>
  blockCells(
    column,
    Object.fromEntries(Object.entries(text).map(([locale, words]) => [locale, withEscapedSigns(words)])),
  )

/** The same of a text that is meant to have headings. */
const blockCells = (column: string, text: LocalizedText): Cells =>
  Object.fromEntries(
    locales.flatMap(locale => {
      const words = text[locale]?.replace(unwritable, '')
      return words ? [[`${column}::${languageName(locale)}`, words]] : []
    }),
  )

/** What XML has no way to write; whole characters outside the basic plane are two of these and stay. */
const unwritable = new RegExp(
  [
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/,
    /[\ud800-\udbff](?![\udc00-\udfff])/,
    /(?<![\ud800-\udbff])[\udc00-\udfff]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

// The types of questions as XLSForm calls them, with the columns that belong to the type.

const plain: Readonly<Partial<Record<QuestionType, string>>> = {
  date: 'date',
  time: 'time',
  date_time: 'datetime',
  barcode: 'barcode',
}

const appearances = { list: 'minimal', buttons: 'columns', pictures: 'no-buttons' } as const

/** The type column, and with it appearance and parameters. What tend alone has is a text for other tools. */
function typeColumns(question: Question): Cells {
  switch (question.type) {
    case 'yes_no':
      return { type: `select_one ${question.not_applicable ? answerLists.withNone : answerLists.plain}` }
    case 'single_choice':
    case 'multiple_choice': {
      const isRanked = question.type === 'multiple_choice' && question.ranked === true
      const verb =
        question.type === 'single_choice' ? 'select_one' : isRanked && !question.table ? 'rank' : 'select_multiple'
      if (question.table) {
        const { name, value, label } = question.table
        const isUsual = value === 'name' && label === 'label'
        return {
          type: `${verb}_from_file ${name}.csv`,
          ...(!isUsual && { parameters: `value=${value} label=${label}` }),
          ...(question.layout && { appearance: appearances[question.layout] }),
        }
      }
      return {
        type: `${verb} ${question.choice_set ?? question.id}`,
        ...(question.layout && { appearance: appearances[question.layout] }),
      }
    }
    case 'number':
      return { type: question.decimals === 0 ? 'integer' : 'decimal' }
    case 'slider':
      return { type: 'range', parameters: `start=${question.min} end=${question.max} step=${question.step}` }
    case 'rating':
      return { type: 'range', parameters: `start=1 end=${question.levels} step=1`, appearance: 'rating' }
    case 'calculated':
      // One that is shown is a text that nobody can change.
      return question.hidden ? { type: 'calculate' } : { type: 'text', read_only: 'yes' }
    case 'text':
      return { type: 'text', ...(look(question) && { appearance: look(question) }) }
    case 'shape':
      return { type: question.closed ? 'geoshape' : 'geotrace' }
    case 'file':
      return { type: question.media ?? 'file' }
    case 'photo':
      return { type: 'image', ...(question.max_pixels && { parameters: `max-pixels=${question.max_pixels}` }) }
    case 'signature':
      return { type: 'image', appearance: 'signature' }
    case 'place':
      return {
        type: question.at_start ? 'start-geopoint' : 'geopoint',
        ...(question.accuracy && { parameters: `capture-accuracy=${question.accuracy}` }),
      }
    case 'hidden':
      return { type: metadataType(question) ?? (question.calculate ? 'calculate' : 'hidden') }
    default:
      return { type: plain[question.type] ?? 'text' }
  }
}

function look({ long, keyboard }: Extract<Question, { type: 'text' }>): string {
  const typed = Object.entries(keyboards).find(([, value]) => value === keyboard)?.[0]
  return [long && 'multiline', keyboard && typed].filter(Boolean).join(' ')
}

function metadataType({ default: initial }: Extract<Question, { type: 'hidden' }>): string | undefined {
  if (initial?.from !== 'context') return undefined
  return Object.entries(contextOf).find(([, key]) => key === initial.key)?.[0]
}

// The default value of a question, for the default column.

/** What a device or a link gives has no column of its own; for dates of today there is a function. */
function defaultText({ id, type, default: initial }: Question): Cells {
  switch (initial?.from) {
    case 'expression':
      return parseExpression(initial.expression).tree ? { default: initial.expression } : {}
    case 'last_answer':
      return { default: `\${last-saved#${id}}` }
    case 'context':
      return type === 'date' && initial.key === 'today' ? { default: 'today()' } : {}
    case 'fixed': {
      const { value } = initial
      if (typeof value === 'string' || typeof value === 'number') return { default: String(value) }
      if (!Array.isArray(value)) return { default: placeText(value) }
      return value.every(item => typeof item === 'string') ? { default: value.join(' ') } : {}
    }
    default:
      return {}
  }
}

type Place = { latitude: number; longitude: number; altitude?: number | undefined; accuracy?: number | undefined }

const placeText = ({ latitude, longitude, altitude = 0, accuracy = 0 }: Place) =>
  [latitude, longitude, altitude, accuracy].join(' ')
