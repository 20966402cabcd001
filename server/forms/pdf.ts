import { withChoices } from '#shared/forms/choiceSets.ts'
import type { Definition, Element, Repeat } from '#shared/forms/definition.ts'
import { isQuestion, questionsIn } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { directionOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { blockWords } from '#shared/lib/markdown.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { type Formatter, formatterFor } from '#shared/submissions/formatter.ts'
import { zoneOfPerson } from '../accounts/queries.ts'
import { findCompany, logoPathForDocument } from '../companies/queries.ts'
import { printedAtOnce } from '../documents/commands.ts'
import type { PdfSource, Wanted } from '../documents/ports.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { type Template, templateAt } from '../lib/pdf/template.ts'
import { accessForm, type FormRow, findPublished } from './queries.ts'

/**
 * The blank form as a PDF in the reader's language: what is filled in now, or the draft for those who may change it.
 * 404 for a form that was never published, to those who may not see its draft.
 */
export const formPdf = async (ctx: Context, form: FormRow, wantsDraft: boolean): Promise<FileAnswer> =>
  printedAtOnce(ctx, await formSource(ctx, form, wantsDraft))

/** The same by the form's number. */
export const formPdfSource = async (_: Database, { ctx, kind, recordId, draft }: Wanted & { ctx: Context }) =>
  kind === 'form' ? formSource(ctx, await accessForm(ctx, recordId, 'read'), draft === true) : null

async function formSource(ctx: Context, form: FormRow, wantsDraft: boolean): Promise<PdfSource<FormDocument>> {
  const published = await findPublished(ctx.db, form)
  const isMaker = allows(ctx.ability, 'update', 'Form', form)
  const isDraft = isMaker && (wantsDraft || !published)
  const definition = isDraft ? form.draft : published?.definition
  if (!definition) throw new Problem('not_found')
  const [company, timeZone] = await Promise.all([
    findCompany(ctx.db, form.companyId),
    zoneOfPerson(ctx.db, ctx.actor.id),
  ])
  const t = ctx.services.texts(ctx.locale)
  const words = formatterFor({ locale: ctx.locale, timeZone, t }, definition)
  const name = textIn(form.name, ctx.locale, definition.default_language).text
  const document = documentOf(withChoices(definition), words, {
    name,
    description: words.read(form.description),
    version: isDraft
      ? t('forms.pdf.draft', { date: words.formats.date(ctx.now) })
      : t('forms.pdf.version', { version: words.formats.number(published?.number ?? 0) }),
    companyName: company?.name ?? '',
  })
  return {
    ...{
      kind: 'form',
      companyId: form.companyId,
      recordId: form.id,
      version: isDraft ? null : (published?.number ?? null),
    },
    ...{ template: formTemplate, data: document, pictures: logoPathForDocument(company) },
    filename: filenameOf(name, '.pdf'),
  }
}

// A form as the printed document of one reader: every question, with room to answer it by hand.

/** More choices are written down instead of ticked. */
const maxBoxes = 40
/** More columns do not fit on a portrait page; the questions follow each other then. */
const maxColumns = 6
const emptyRows = 12

type Texts = { name: string; description: string; version: string; companyName: string }

/** The printable parts of a definition whose choice sets are copied into their questions. */
function documentOf(
  definition: Definition,
  words: Formatter,
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
    labels: Object.fromEntries(FORM_LABELS.map(label => [label, t(`forms.pdf.${label}`)])) as FormDocument['labels'],
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

function partsOf(element: Element, words: Formatter, count: () => string): PrintedPart[] {
  const read = readerOf(words)
  const label = read(element.label)
  const isConditional = element.visible_if !== undefined
  if (element.type === 'instruction') {
    const said = [words.read(element.label), words.read(element.body)]
    const text = said.map(withGaps).map(blockWords).filter(Boolean).join('\n')
    return text ? [{ part: 'words', text }] : []
  }
  if (isQuestion(element)) return isAsked(element) ? [questionPart(element, words, count())] : []
  const heading: PrintedPart[] = label ? [{ part: 'heading', text: label, isConditional }] : []
  const table = element.type === 'repeat' && tableOf(element, words)
  return table ? [...heading, table] : [...heading, ...element.questions.flatMap(one => partsOf(one, words, count))]
}

const isAsked = ({ type }: Question) => type !== 'hidden' && type !== 'calculated'

function tableOf({ questions, max_rows }: Repeat, words: Formatter): PrintedPart | undefined {
  const read = readerOf(words)
  const asked = questionsIn(questions).filter(isAsked)
  if (asked.length === 0 || asked.length > maxColumns) return undefined
  const columns = asked.map(question => [read(question.label), ...shortChoices(question, read)].join('\n'))
  return { part: 'table', columns, rows: Math.min(max_rows ?? emptyRows, 30) }
}

/** In a table there is no room for boxes: the choices are printed below the question. */
function shortChoices(question: Question, read: Formatter['read']): string[] {
  if (!('choices' in question) || question.choices.length > 6) return []
  return [question.choices.map(({ label }) => read(label)).join(' / ')]
}

function questionPart(question: Question, words: Formatter, number: string): PrintedPart {
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

function answerOf(question: Question, words: Formatter): PrintedAnswer {
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
  ({ read }: Formatter): Formatter['read'] =>
  text =>
    plainText(withGaps(read(text)))

/** A printed form has no answers yet. */
const withGaps = (text: string) => text.replace(/\$\{[^}]*\}/g, '…')

// What `form.typ` prints: a form to fill in by hand. Every text is ready in the reader's language.

/** Labels around the form, translated by the caller. */
export const FORM_LABELS = [
  'name', // name of the person who fills it in
  'date', // "Date"
  'subject', // row that the form is about
  'if_applies', // beside questions that depend on an answer
  'row', // heads the numbers of the rows of a table: "No."
  'page', // "Page {page} of {pages}"
] as const

type FormLabel = (typeof FORM_LABELS)[number]

/** How an answer is given by hand. */
type PrintedAnswer =
  /** Boxes to tick, in a row when all are short. */
  | { kind: 'choices'; choices: string[]; square: boolean }
  /** A line, or several; `unit` follows it. */
  | { kind: 'line'; lines: number; unit?: string }
  /** A point between two ends. */
  | { kind: 'scale'; from: string; to: string; marks: string[] }
  /** Room for a signature or a picture. */
  | { kind: 'room'; height: number }
  | { kind: 'none' }

type PrintedQuestion = {
  number: string
  question: string
  hint?: string
  isRequired: boolean
  /** It depends on other answers. */
  isConditional: boolean
  answer: PrintedAnswer
}

type PrintedPart =
  | ({ part: 'question' } & PrintedQuestion)
  | { part: 'heading'; text: string; isConditional: boolean }
  | { part: 'words'; text: string }
  /** The questions of a repeat as columns, with empty rows. */
  | { part: 'table'; columns: string[]; rows: number }

type FormDocument = {
  language: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  direction: 'ltr' | 'rtl'
  labels: Record<FormLabel, string>
  company: { name: string }
  form: { name: string; description: string; version: string; note?: string }
  sections: { title: string; hint?: string; isConditional: boolean; parts: PrintedPart[] }[]
}

export const formTemplate: Template<FormDocument> = templateAt(new URL('./form.typ', import.meta.url))
