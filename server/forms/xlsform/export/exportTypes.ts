/** The types of questions as XLSForm calls them, with the columns that belong to the type. */
import type { Question, QuestionType } from '#shared/forms/questions.ts'
import { answerLists } from '../import/importDefinition.ts'
import { contextOf, keyboards } from '../import/questionOf.ts'
import type { Cells } from './exportRows.ts'

const plain: Readonly<Partial<Record<QuestionType, string>>> = {
  date: 'date',
  time: 'time',
  date_time: 'datetime',
  barcode: 'barcode',
}

const appearances = { list: 'minimal', buttons: 'columns', pictures: 'no-buttons' } as const

/** The type column, and with it appearance and parameters. What tend alone has is a text for other tools. */
export function typeColumns(question: Question): Cells {
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
