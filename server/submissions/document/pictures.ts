/** Prepares the photos of a printed submission: which file, and the caption of each. */
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answer, AnswerValue, FileReference, Place } from '#shared/forms/answers/answers.ts'
import { filesIn } from '#shared/forms/answers/content.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'
import { nameIn, textIn } from '#shared/lib/localizedText.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { type Formatter, formatAnswer } from '#shared/submissions/formatter.ts'
import { isPicture } from '#shared/submissions/givenFiles.ts'
import type { ReportAnswer, ReportItem } from '#shared/submissions/report.ts'
import type { FileRow } from '../../files/queries.ts'
import { believedAhead, clockTolerance } from '../formContext.ts'
import type { DocumentAnswer, DocumentPicture } from './submissionDocument.ts'

/** A printed photo is 46 mm high: the preview has 200 points to the inch, unless the photo is wider than this. */
const widest = 16 / 9

/** Returns the paths of pictures by uuid: the preview, or the original where there is none. */
export const printedPaths = (files: readonly FileRow[]): Record<string, string> =>
  Object.fromEntries(
    files.filter(({ contentType }) => isPicture({ content_type: contentType })).map(file => [file.uuid, pathOf(file)]),
  )

const pathOf = ({ path, previewPath, width, height }: FileRow): string =>
  previewPath && (width ?? 1) <= (height ?? 1) * widest ? previewPath : path

type Shown = {
  submission: Pick<SubmissionDetail, 'answers' | 'subjects' | 'user_id' | 'contact' | 'started_at'>
  received: ReadonlyMap<string, Date>
  originals: Originals
}

/**
 * Prints the day without the time for people without a name
 * (docs/decisions/0046-small-groups-and-scheduled-reports.md).
 */
export const momentSaid = (
  { user_id, contact }: Pick<SubmissionDetail, 'user_id' | 'contact'>,
  { formats }: Formatter,
): ((moment: string | Date) => string) => (user_id === null && contact === null ? formats.date : formats.dateTime)

/** Lists the pictures of an answer, except `others`. One that never arrived is listed as missing. */
export function printedPictures(
  { key, question, answer }: { key: string; question: Question; answer: Answer | undefined },
  others: ReadonlySet<string>,
  { submission, received, originals }: Shown,
  state: FormState,
  words: Formatter,
): DocumentPicture[] {
  const named = new Map([...filesIn(answer?.value), ...(answer?.photos ?? [])].map(file => [file.uuid, file]))
  const where = named.size > 0 && question.type !== 'signature' ? placeOf(key, submission, state, words) : ''
  return [...named.values()]
    .filter(({ uuid }) => !others.has(uuid))
    .map(file => {
      const language = file.caption ? typedLanguage(file.caption, originals, words) : null
      const when = whenOf(file, { submission, received }, momentSaid(submission, words), words)
      const about = [when, where, language ?? ''].filter(Boolean).map(isolated).join(' · ')
      return {
        name: file.uuid,
        ...(question.type === 'signature' && { caption: '' }),
        ...(file.caption && { caption: file.caption }),
        ...(about && { about }),
      }
    })
}

/** When it was added to the answer by the device's clock, if that can be; else when it came. */
function whenOf(
  { uuid, added_at }: FileReference,
  { submission, received }: Pick<Shown, 'submission' | 'received'>,
  said: ReturnType<typeof momentSaid>,
  { t }: Formatter,
): string {
  const at = received.get(uuid)
  if (added_at && isPossible(added_at, submission, at)) return said(added_at)
  return at ? t('submissions.pdf.received', { time: said(at) }) : ''
}

/** Whether a file can have been added at this moment: between the beginning and its arrival. */
function isPossible(added_at: string, { started_at }: Shown['submission'], received = new Date()): boolean {
  const at = Date.parse(added_at)
  return at >= Date.parse(started_at) - clockTolerance && at <= received.getTime() + believedAhead
}

/**
 * Returns the location of a photo: answered in the same row, else a location that the submission is about, else the
 * position.
 */
function placeOf(key: string, { answers, subjects }: Shown['submission'], state: FormState, words: Formatter): string {
  const { row_id } = keyParts(key)
  const noted = Object.entries(answers).flatMap(([other, { value }]) => {
    const parts = keyParts(other)
    const { question } = state.form.byId.get(parts.question_id) ?? {}
    return question && isPlace(question) && value !== undefined ? [{ row: parts.row_id, question, value }] : []
  })
  const said = ({ question, value }: { question: Question; value: AnswerValue }) =>
    formatAnswer(question, { value: withoutHeight(value) }, words) ?? ''
  const inRow = row_id === undefined ? undefined : noted.find(({ row }) => row === row_id)
  if (inRow) return said(inRow)
  const places = subjects.filter(({ type }) => type === 'location').map(({ name }) => name)
  if (places.length > 0) return words.formats.list(places)
  const first = noted.find(({ row }) => row === undefined)
  return first ? said(first) : ''
}

const isPlace = ({ type }: Question): boolean => type === 'location' || type === 'place'
const withoutHeight = (value: AnswerValue): AnswerValue =>
  typeof value === 'object' && 'latitude' in value ? roundedPlace(value) : value
/** Five decimals are a metre. */
const roundedPlace = ({ latitude, longitude }: Place): Place => ({
  latitude: Math.round(latitude * 1e5) / 1e5,
  longitude: Math.round(longitude * 1e5) / 1e5,
})

/** Keeps its own direction among words of another one. */
const isolated = (words: string) => `\u2068${words}\u2069`

/** How its person read the form: their words, and the language; the form's own where nobody knows who it was. */
export type Originals = { words: Formatter; writtenIn: Locale | null; definition: Definition; formName: LocalizedText }

/** Notes the language of a form's text where the reader's is missing. */
export function originalOf(
  text: LocalizedText | undefined,
  { words: asked, definition, formName }: Originals,
  words: Formatter,
): { original?: string; language?: string } {
  const { locale } = words
  const own = definition.default_language
  const shown = textIn(text, locale, own)
  if (shown.text === '') return {}
  if (shown.language !== locale) {
    // What the title says of the whole form is not said again of each question.
    const isSaid = text !== formName && textIn(formName, locale, own).language === shown.language
    return isSaid ? {} : { language: saidOf(words, shown.language) }
  }
  const source = textIn(text, asked.locale, own)
  if (source.language === locale || source.text === shown.text) return {}
  return { original: beside(locale, source.language, source.text) }
}

/** The same of an answer: the question and the choices as they were read, and the language of what was typed. */
export function originalsOf(
  { question, label, answer }: ReportAnswer,
  asked: ReportItem | undefined,
  originals: Originals,
  words: Formatter,
): Pick<DocumentAnswer, 'original' | 'language' | 'answerOriginal' | 'answerLanguage' | 'noteLanguage'> {
  const said = originalOf(question.label, originals, words)
  const other = asked?.kind === 'answer' ? asked.label : label
  const source = textIn(question.label, originals.words.locale, originals.definition.default_language).language
  const typed = question.type === 'text' && answer?.value ? typedLanguage(String(answer.value), originals, words) : null
  const note = answer?.note ? typedLanguage(answer.note, originals, words) : null
  const choice = choiceOriginal(question, answer, originals, words)
  return {
    ...(said.language && { language: said.language }),
    ...(said.original && { original: beside(words.locale, source, other) }),
    ...(choice && { answerOriginal: choice }),
    ...(typed && { answerLanguage: typed }),
    ...(note && { noteLanguage: note }),
  }
}

function choiceOriginal(
  question: Question,
  answer: ReportAnswer['answer'],
  { words: asked, definition }: Originals,
  words: Formatter,
): string | null {
  if (question.type !== 'single_choice' && question.type !== 'multiple_choice') return null
  const [shown, read] = [formatAnswer(question, answer, words), formatAnswer(question, answer, asked)]
  const [first] = question.choices
  const source = textIn(first?.label, asked.locale, definition.default_language).language
  return read && read !== shown && source !== words.locale ? beside(words.locale, source, read) : null
}

const arabicLetter = /\p{Script=Arabic}/u

/** The author's language where it differs from the reader's; text in another script has no language. */
function typedLanguage(text: string, { writtenIn }: Originals, words: Formatter): string | null {
  if (!/\p{L}/u.test(text)) return null
  const isArabic = arabicLetter.test(text)
  const language = isArabic ? 'ar' : writtenIn
  return language && language !== words.locale && isArabic === (language === 'ar') ? saidOf(words, language) : null
}

/** "Language: Hungarian". */
const saidOf = ({ locale, t }: Formatter, language: Locale) =>
  t('submissions.pdf.language', { language: nameIn(locale, language) })

/** "Sántít valamelyik? (Hungarian)" */
const beside = (locale: Locale, language: Locale, text: string) =>
  `${isolated(text)} (${isolated(nameIn(locale, language))})`
