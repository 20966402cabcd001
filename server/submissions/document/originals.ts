/**
 * Words that were written in another language than the reader's. What the form has in theirs stands in theirs, with what the person was asked
 * beside it; what was typed stands as it was typed, and says in which language its person uses tend.
 */
import type { Definition } from '#shared/forms/definition.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'
import { nameIn } from '#shared/lib/languageNames.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { ReportAnswer, ReportItem } from '#shared/submissions/report.ts'
import { answerInWords, type Words } from '#shared/submissions/words.ts'
import type { DocumentAnswer } from './submissionDocument.ts'

/** How its person read the form: their words, and the language; the form's own where nobody knows who it was. */
export type Originals = { words: Words; writtenIn: Locale | null; definition: Definition; formName: LocalizedText }

/** A text of the form in another language than the reader's: said beside it, or which language it is where the reader's is missing. */
export function originalOf(
  text: LocalizedText | undefined,
  { words: asked, definition, formName }: Originals,
  words: Words,
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
  words: Words,
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
  words: Words,
): string | null {
  if (question.type !== 'single_choice' && question.type !== 'multiple_choice') return null
  const [shown, read] = [answerInWords(question, answer, words), answerInWords(question, answer, asked)]
  const [first] = question.choices
  const source = textIn(first?.label, asked.locale, definition.default_language).language
  return read && read !== shown && source !== words.locale ? beside(words.locale, source, read) : null
}

const arabicLetter = /\p{Script=Arabic}/u

/** The language of whoever typed it where that is another one; what is in letters of another script is in none of it. */
export function typedLanguage(text: string, { writtenIn }: Originals, words: Words): string | null {
  if (!/\p{L}/u.test(text)) return null
  const isArabic = arabicLetter.test(text)
  const language = isArabic ? 'ar' : writtenIn
  return language && language !== words.locale && isArabic === (language === 'ar') ? saidOf(words, language) : null
}

/** "Language: Hungarian". */
const saidOf = ({ locale, t }: Words, language: Locale) =>
  t('submissions.pdf.language', { language: nameIn(locale, language) })

/** "Sántít valamelyik? (Hungarian)" */
const beside = (locale: Locale, language: Locale, text: string) =>
  `${isolated(text)} (${isolated(nameIn(locale, language))})`
const isolated = (words: string) => `\u2068${words}\u2069`
