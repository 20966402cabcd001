import type { Answer } from '../forms/answers.ts'
import type { Definition, Question } from '../forms/definition.ts'
import { isAnswered, pickedChoices, questionsOf } from '../forms/judge.ts'
import type { Score } from '../forms/score.ts'
import type { LocalizedText } from '../lib/fields.ts'
import { type Formats, formatsOf } from '../lib/formats.ts'
import type { Locale } from '../lib/language.ts'
import { textIn } from '../lib/localizedText.ts'
import type { Translate } from '../lib/translate.ts'

/** How one reader reads a submission: on the screen, on paper and in mails. */
export type Words = {
  locale: Locale
  t: Translate
  formats: Formats
  /** A text of the form in the reader's language, or in the one it falls back to. */
  read(text: LocalizedText | undefined): string
}

/** `t` speaks the reader's language; times are in the reader's zone. */
export const wordsFor = (
  reader: { locale: Locale; timeZone: string | undefined; t: Translate },
  { default_language }: Definition,
): Words => ({
  locale: reader.locale,
  t: reader.t,
  formats: formatsOf(reader.locale, reader.timeZone),
  read: text => textIn(text, reader.locale, default_language).text,
})

/** The critical questions whose answers failed, in the order of the form. */
export function failedCritical(definition: Definition, score: Score | null): Question[] {
  const failed = new Set(score?.failed.filter(({ critical }) => critical).map(({ question_id }) => question_id))
  return questionsOf(definition).filter(({ id }) => failed.has(id))
}

/** An answer as a person would say it; null where there is none, empty where only photos were asked for. */
export function answerInWords(question: Question, answer: Answer | undefined, words: Words): string | null {
  const value = answer?.value
  if (value === undefined || !isAnswered(answer)) return null
  const { formats, read, t } = words
  switch (question.type) {
    case 'yes_no':
      return t(`submissions.answers.${value}`)
    case 'single_choice':
    case 'multiple_choice':
      return formats.list(pickedChoices(question.choices, value).map(choice => read(choice.label)))
    case 'number':
      return [formats.number(Number(value), { maximumFractionDigits: 6 }), read(question.unit)]
        .filter(Boolean)
        .join(' ')
    case 'date':
      return formats.date(String(value))
    case 'text':
      return String(value)
    case 'photo':
      return ''
  }
}
