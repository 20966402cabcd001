/** Converts between stored answers and values of expressions. */
import { decimal, rounded } from '../../lib/decimals.ts'
import { textIn } from '../../lib/localizedText.ts'
import type { AnswerValue } from '../answers/answers.ts'
import { rowsNamed } from '../choiceSets.ts'
import type { Choice } from '../elementFields.ts'
import {
  type Day,
  dayFrom,
  dayNumbered,
  isBlank,
  listOf,
  momentNumbered,
  numberOf,
  offsetOf,
  type Scalar,
  type Scope,
  scalarOf,
  textOf,
  timeFrom,
  type Value,
} from '../expressions/values.ts'
import type { Question } from '../questions.ts'
import { pickedChoices } from '../scoreAnswer.ts'
import type { Part } from './dependencies.ts'
import { isWithin } from './dependencies.ts'
import type { FormState } from './FormState.ts'
import { type Instance, keyOf } from './Instances.ts'

/** Value of an answer; `offset` is that of the local clock. No answer is the empty text. */
function valueFrom(question: Question | undefined, answer: AnswerValue | undefined, offset: number): Value {
  if (answer === undefined) return ''
  if (Array.isArray(answer)) {
    const words = answer.map(item => (typeof item === 'object' ? ('uuid' in item ? item.uuid : item.id) : item))
    return question ? words.join(' ') : listOf(words)
  }
  if (typeof answer === 'object') {
    const { latitude, longitude, altitude = 0, accuracy = 0 } = answer
    return [latitude, longitude, altitude, accuracy].join(' ')
  }
  if (typeof answer === 'number') return answer
  switch (question?.type) {
    case 'date':
    case 'date_time':
      return dayFrom(answer, offset) ?? answer
    case 'time':
      return timeFrom(answer) ?? answer
    case 'calculated':
    case 'hidden':
      // A moment that was computed, or known from the start.
      return (answer.charAt(10) === 'T' && dayFrom(answer, offset)) || answer
    default:
      return answer
  }
}

const maxText = 20_000
/** Bound of decimals; inexact digits beyond it are cut off. */
const maxDecimals = 10

/** Answer of a computed value to a question; undefined where it is none. */
export function answerFrom(question: Question, value: Value): AnswerValue | undefined {
  const scalar = scalarOf(value)
  if (isBlank(scalar)) return undefined
  switch (question.type) {
    case 'number':
      return finite(withDecimals(numberOf(scalar), question.decimals))
    case 'rating':
      return finite(withDecimals(numberOf(scalar), 0))
    case 'slider':
      return finite(numberOf(scalar))
    case 'date':
      return dayOf(scalar, dayNumbered)?.text.slice(0, 10)
    case 'date_time':
      return momentText(dayOf(scalar, momentNumbered))
    case 'yes_no':
      return typeof scalar === 'boolean' ? (scalar ? 'yes' : 'no') : textOf(scalar)
    case 'single_choice':
      return pickedChoices(question.choices, textOf(scalar))[0]?.id
    case 'multiple_choice':
      return pickedChoices(question.choices, textOf(scalar).split(/\s+/)).map(({ id }) => id)
    case 'calculated':
    case 'hidden':
      return typeof scalar === 'number' ? finite(scalar) : textOf(scalar).slice(0, maxText)
    case 'time':
      return timeText(scalar)
    case 'text':
    case 'shape':
    case 'barcode':
      return textOf(scalar).slice(0, maxText)
    default:
      return undefined
  }
}

const finite = (number: number) => (Number.isFinite(number) ? decimal(number) : undefined)

/** Formats a share of the day, or a moment's time, as hours and minutes. */
function timeText(value: Scalar): string {
  const moment = typeof value === 'number' ? momentNumbered(value) : dayFrom(textOf(value))
  return moment?.kind === 'date_time' ? moment.text.slice(11, 16) : textOf(value).slice(0, maxText)
}

/**
 * Limits a computed number to the question's decimals, because nobody can correct it. A whole number is the part before
 * the decimal sign, as in XLSForm.
 */
const withDecimals = (number: number, decimals = maxDecimals): number =>
  decimals > 0 ? rounded(number, decimals) : Math.trunc(decimal(number))

const momentText = (day: Day | undefined): string | undefined =>
  day?.kind === 'date' ? `${day.text}T00:00` : day?.text

function dayOf(value: Scalar, numbered: typeof dayNumbered) {
  if (typeof value === 'object') return value.kind === 'time' ? undefined : value
  return typeof value === 'number' ? numbered(value) : dayFrom(textOf(value))
}

/** Tells whether two answers are equal. */
export const isSameValue = (one: AnswerValue | undefined, other: AnswerValue | undefined): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))

// Scope of an expression at one instance of a form.

/** `choice` is the one that a filter tests. */
export function scopeAt(state: FormState, instance: Instance, choice?: Choice): Scope {
  const { form, context, budget } = state
  const { part, rows } = instance
  const worth = (asked: Part, value: AnswerValue | undefined): Value =>
    typeof value === 'number' ? value : valueFrom(asked.question, value, offsetOf(context.now))

  const wordsOf = ({ label }: Choice) => textIn(label, context.language, form.definition.default_language).text

  const read = (name: string): Value => {
    const asked = form.byId.get(name)
    if (!asked) return ''
    const around = state.around ?? part
    if (isWithin(asked, around)) return worth(asked, state.valueWithin(asked, rows, around))
    const shared = sharedRows(part, asked)
    if (shared === asked.repeats.length) return worth(asked, state.value(keyOf(asked, rows)))
    const all = state.instances.of(asked, rows.slice(0, shared))
    budget.spend(all.length)
    const seen = all.filter(({ isVisible }) => isVisible)
    // From outside, a repeat has all its rows, and a question is asked in each of them.
    return listOf(seen.flatMap(one => values(worth(one.part, one.value))))
  }

  return {
    read,
    readLast: name => {
      const asked = form.byId.get(name)
      return asked ? worth(asked, context.last?.[keyOf(asked, rows)]?.value) : ''
    },
    readRow(name, places) {
      const asked = form.byId.get(name)
      if (!asked) return ''
      let within: string[] = []
      for (const repeat of asked.repeats) {
        const place = places.find(one => one.repeat === repeat.id)
        const row = place ? state.rows(keyOf(repeat, within))[place.number - 1] : rows[within.length]
        if (row === undefined) return ''
        within = [...within, row]
      }
      return worth(asked, state.value(keyOf(asked, within)))
    },
    self: () => {
      // A calculation that reads itself means its stored value.
      const value = part.isChance ? state.answer(instance.key)?.value : instance.value
      return worth(part, value)
    },
    attribute(name) {
      if (!choice) return ''
      const own = choice.attributes && Object.hasOwn(choice.attributes, name) ? choice.attributes[name] : undefined
      if (own !== undefined) return own
      if (name === 'label') return wordsOf(choice)
      return name === 'name' ? choice.id : ''
    },
    position(levels) {
      const at = part.repeats.length - levels
      const repeat = part.repeats[at]
      const row = rows[at]
      const places = repeat ? state.rows(keyOf(repeat, rows)) : []
      budget.spend(1 + places.length / 8)
      return repeat && row !== undefined ? places.indexOf(row) + 1 : 1
    },
    choiceNames(ids, name) {
      const question = form.byId.get(name)?.question
      if (!question || !('choices' in question)) return ids
      budget.spend(question.choices.length + ids.length)
      return pickedChoices(question.choices, ids.split(/\s+/)).map(wordsOf).join(', ')
    },
    table: name => rowsNamed(form.definition, name, context.language),
    random: context.random ?? Math.random,
    now: context.now,
    begun: typeof context.known?.started_at === 'string' ? context.known.started_at : undefined,
    device: context.device ?? '',
    language: context.language,
    budget,
  }
}

const values = (value: Value) => (typeof value === 'object' && value.kind === 'list' ? value.values : [scalarOf(value)])

/** Number of repeats around both `asked` and `part`. */
function sharedRows(part: Part, asked: Part): number {
  const differs = asked.repeats.findIndex((repeat, index) => repeat !== part.repeats[index])
  return differs < 0 ? asked.repeats.length : differs
}
