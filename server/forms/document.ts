/** A form as the printed document of one reader: every question, whatever it depends on, with room to answer it by hand. */
import type { Definition, Element, Repeat } from '#shared/forms/definition.ts'
import { isQuestion, questionsIn } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { directionOf } from '#shared/lib/language.ts'
import { blockWords } from '#shared/lib/markdown.ts'
import type { Words } from '#shared/submissions/formatter.ts'
import { FORM_LABELS, type FormDocument, type PaperAnswer, type PaperPart } from './formDocument.ts'

/** More choices are written down instead of ticked. */
const maxBoxes = 40
/** More columns do not fit on a page that stands upright; the questions follow each other then. */
const maxColumns = 6
const emptyRows = 12

type Texts = { name: string; description: string; version: string; companyName: string }

/** What is printed of a definition in which the choices of sets stand in their questions. */
export function documentOf(
  definition: Definition,
  words: Words,
  { name, description, version, companyName }: Texts,
): FormDocument {
  const { locale, t } = words
  const read = readerOf(words)
  const note = read(definition.footer)
  let number = 0
  const count = () => words.formats.number(++number)
  return {
    language: locale,
    direction: directionOf(locale),
    labels: Object.fromEntries(FORM_LABELS.map(label => [label, t(`forms.paper.${label}`)])) as FormDocument['labels'],
    company: { name: companyName },
    form: { name, description, version, ...(note && { note }) },
    sections: definition.sections.map(({ title, hint, visible_if, questions }) => ({
      title: read(title),
      ...(read(hint) && { hint: read(hint) }),
      isConditional: visible_if !== undefined,
      parts: questions.flatMap(element => partsOf(element, words, count)),
    })),
  }
}

function partsOf(element: Element, words: Words, count: () => string): PaperPart[] {
  const read = readerOf(words)
  const label = read(element.label)
  const isConditional = element.visible_if !== undefined
  if (element.type === 'instruction') {
    const said = [words.read(element.label), words.read(element.body)]
    const text = said.map(withGaps).map(blockWords).filter(Boolean).join('\n')
    return text ? [{ part: 'words', text }] : []
  }
  if (isQuestion(element)) return isAsked(element) ? [questionPart(element, words, count())] : []
  const heading: PaperPart[] = label ? [{ part: 'heading', text: label, isConditional }] : []
  const table = element.type === 'repeat' && tableOf(element, words)
  return table ? [...heading, table] : [...heading, ...element.questions.flatMap(one => partsOf(one, words, count))]
}

const isAsked = ({ type }: Question) => type !== 'hidden' && type !== 'calculated'

function tableOf({ questions, max_rows }: Repeat, words: Words): PaperPart | undefined {
  const read = readerOf(words)
  const asked = questionsIn(questions).filter(isAsked)
  if (asked.length === 0 || asked.length > maxColumns) return undefined
  const columns = asked.map(question => [read(question.label), ...shortChoices(question, read)].join('\n'))
  return { part: 'table', columns, rows: Math.min(max_rows ?? emptyRows, 30) }
}

/** In a table there is no room for boxes: what can be chosen stands below the question. */
function shortChoices(question: Question, read: Words['read']): string[] {
  if (!('choices' in question) || question.choices.length > 6) return []
  return [question.choices.map(({ label }) => read(label)).join(' / ')]
}

function questionPart(question: Question, words: Words, number: string): PaperPart {
  const read = readerOf(words)
  const hint = [question.hint, question.source].map(read).filter(Boolean).join(' · ')
  return {
    part: 'question',
    number,
    question: read(question.label),
    ...(hint && { hint }),
    isRequired: question.required === true,
    isConditional: question.visible_if !== undefined,
    answer: answerOf(question, words),
  }
}

function answerOf(question: Question, words: Words): PaperAnswer {
  const { t, formats } = words
  const read = readerOf(words)
  switch (question.type) {
    case 'yes_no': {
      const answers = question.not_applicable ? (['yes', 'no', 'na'] as const) : (['yes', 'no'] as const)
      return { kind: 'choices', choices: answers.map(answer => t(`submissions.answers.${answer}`)), square: false }
    }
    case 'single_choice':
    case 'multiple_choice':
      // A draft may have none yet.
      if (question.choices.length === 0) return { kind: 'line', lines: 1 }
      if (question.choices.length > maxBoxes) return { kind: 'line', lines: 2 }
      return {
        kind: 'choices',
        choices: question.choices.map(({ label }) => read(label)),
        square: question.type === 'multiple_choice',
      }
    case 'rating': {
      const marks = Array.from({ length: question.levels }, (_, index) => formats.number(index + 1))
      return { kind: 'scale', from: '', to: '', marks }
    }
    case 'slider': {
      const { min, max, unit } = question
      const steps = [0, 0.25, 0.5, 0.75, 1].map(share => formats.number(min + (max - min) * share))
      const end = (text: string, figure: string) => [text, figure, read(unit)].filter(Boolean).join(' ')
      return {
        kind: 'scale',
        from: end(read(question.min_label), formats.number(min)),
        to: end(read(question.max_label), formats.number(max)),
        marks: steps,
      }
    }
    case 'number': {
      const unit = read(question.unit)
      return { kind: 'line', lines: 1, ...(unit && { unit }) }
    }
    case 'text':
      return { kind: 'line', lines: question.long ? 4 : 1 }
    case 'photo':
    case 'file':
    case 'shape':
      return { kind: 'room', height: 14 }
    case 'signature':
      return { kind: 'room', height: 22 }
    default:
      return { kind: 'line', lines: 'many' in question && question.many ? 3 : 1 }
  }
}

/** Titles, labels, hints and choices in words alone. */
const readerOf =
  ({ read }: Words): Words['read'] =>
  text =>
    plainText(withGaps(read(text)))

/** Paper has no answers yet. */
const withGaps = (text: string) => text.replace(/\$\{[^}]*\}/g, '…')
