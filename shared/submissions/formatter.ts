import type { Answer, AnswerValue, RowReference } from '../forms/answers/answers.ts'
import { filesIn } from '../forms/answers/content.ts'
import type { Definition } from '../forms/definition.ts'
import type { FormState } from '../forms/evaluation/FormState.ts'
import { keyOf } from '../forms/evaluation/Instances.ts'
import type { MultipleChoiceQuestion, Question, ShapeQuestion } from '../forms/questions.ts'
import { asksForRows } from '../forms/registerTypes.ts'
import { isAnswered, pickedChoices } from '../forms/scoreAnswer.ts'
import { areaOf, lengthOf, openPoints, pointsIn } from '../forms/shapes.ts'
import type { LocalizedText } from '../lib/fields.ts'
import { type Formats, formatsOf } from '../lib/formats.ts'
import { literal, plainText } from '../lib/inlineMarkdown.ts'
import type { Locale } from '../lib/language.ts'
import { type Translate, textIn } from '../lib/localizedText.ts'
import { maxDigits } from '../lib/numbers.ts'

/** Formats a submission for one reader: on the screen, on paper and in mails. */
export type Formatter = {
  locale: Locale
  t: Translate
  formats: Formats
  /** Text of the form in the reader's language, or its fallback. */
  read(text: LocalizedText | undefined): string
}

/** `t` has the reader's language; times are in the reader's zone. */
export const formatterFor = (
  reader: { locale: Locale; timeZone: string | undefined; t: Translate },
  { default_language }: Definition,
): Formatter => ({
  locale: reader.locale,
  t: reader.t,
  formats: formatsOf(reader.locale, reader.timeZone),
  read: text => textIn(text, reader.locale, default_language).text,
})

/** Formats an answer; null without one, empty where only photos were asked for. */
export function formatAnswer(question: Question, answer: Answer | undefined, words: Formatter): string | null {
  const value = answer?.value
  if (value === undefined || !isAnswered(answer)) return null
  const { formats, read, t } = words
  if (asksForRows(question)) return formats.list(rowsIn(value).map(({ name }) => name))
  switch (question.type) {
    case 'yes_no':
      return t(`submissions.answers.${value}`)
    case 'single_choice':
    case 'multiple_choice':
      if (question.type === 'multiple_choice' && question.ranked) return formatRanking(question, value, words)
      return formats.list(pickedChoices(question.choices, value).map(choice => plainText(read(choice.label))))
    case 'number':
    case 'slider':
    case 'rating':
      return [
        formats.number(Number(value), { maximumFractionDigits: maxDigits }),
        read('unit' in question ? question.unit : undefined),
      ]
        .filter(Boolean)
        .join(' ')
    case 'date':
      return formats.date(String(value))
    case 'date_time':
      return formatMoment(String(value), formats)
    case 'calculated':
    case 'hidden':
      return typeof value === 'number'
        ? [
            formats.number(value, {
              maximumFractionDigits: 'decimals' in question ? (question.decimals ?? maxDigits) : maxDigits,
            }),
            read('unit' in question ? question.unit : undefined),
          ]
            .filter(Boolean)
            .join(' ')
        : String(value)
    case 'time':
    case 'text':
    case 'barcode':
      return String(value)
    case 'photo':
      return ''
    case 'file':
    case 'signature':
      return formats.list(filesIn(value).map(({ name, signed_by }) => signed_by ?? name ?? ''))
    case 'shape':
      return formatShape(question, String(value), words)
    case 'place':
      return formatPosition(value, formats)
  }
}

/** "1. Water, 2. Feed": in their ranked order. */
function formatRanking({ choices }: MultipleChoiceQuestion, value: AnswerValue, { formats, read }: Formatter): string {
  const ids = Array.isArray(value) ? value : []
  const named = ids.flatMap(id => choices.find(choice => choice.id === id) ?? [])
  return formats.list(named.map(({ label }, index) => `${formats.number(index + 1)}. ${plainText(read(label))}`))
}

/** Register rows that an answer names. */
const rowsIn = (value: AnswerValue): RowReference[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object' && 'id' in item) : []

/** Local time where it was recorded, without its zone. */
function formatMoment(value: string, formats: Formats): string {
  const [day = '', time = ''] = value.split('T')
  return `${formats.date(day)} ${time.slice(0, 5)}`
}

/** Number of points of a shape, with its length or area. */
function formatShape({ closed }: ShapeQuestion, text: string, { formats, t }: Formatter): string {
  const points = pointsIn(text) ?? []
  const count = t('submissions.answers.points', { count: openPoints(points).length })
  const metres = lengthOf(points)
  const [amount, unit] = closed
    ? [areaOf(points) / 10_000, 'hectare']
    : metres < 1_000
      ? [metres, 'meter']
      : [metres / 1_000, 'kilometer']
  const size = formats.number(amount, { style: 'unit', unit, maximumFractionDigits: unit === 'meter' ? 0 : 2 })
  return `${count} · ${size}`
}

function formatPosition(value: AnswerValue, formats: Formats): string {
  if (typeof value !== 'object' || !('latitude' in value)) return ''
  const degrees = [value.latitude, value.longitude].map(angle => formats.number(angle, { maximumFractionDigits: 6 }))
  const accuracy = value.accuracy === undefined ? '' : ` ± ${formats.number(value.accuracy)} m`
  return `${degrees.join(' ')}${accuracy}`
}

const reference = /\$\{\s*([A-Za-z_][\w.-]*)\s*\}/g

export const hasReferences = (text: string): boolean => text.includes('${')

/**
 * Replaces the answers that a form's text names by their formatted values, or by nothing. `rows` are those around the
 * text, the outermost first. Markdown signs in answers are escaped.
 */
export function fillReferences(text: string, state: FormState, rows: readonly string[], words: Formatter): string {
  if (!hasReferences(text)) return text
  return text.replace(reference, (_, name: string) => {
    const part = state.form.byId.get(name)
    if (!part?.question) return ''
    const value = state.value(keyOf(part, rows))
    return value === undefined ? '' : literal(formatAnswer(part.question, { value }, words) ?? '')
  })
}
