import type { Answer } from '#shared/forms/answers.ts'
import type { Definition, Question } from '#shared/forms/definition.ts'
import { isAnswered, pickedChoices, questionsOf } from '#shared/forms/judge.ts'
import type { Score } from '#shared/forms/score.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { type Formats, formatsOf } from '#shared/lib/formats.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Texts, Translate } from '../lib/texts.ts'

/** How one reader reads a submission: on paper and in mails. */
export type Words = {
  locale: Locale
  t: Translate
  formats: Formats
  /** A text of the form in the reader's language, or in the one it falls back to. */
  read(text: LocalizedText | undefined): string
}

export const wordsFor = (
  reader: { locale: Locale; timeZone: string },
  { default_language }: Definition,
  texts: Texts,
): Words => ({
  locale: reader.locale,
  t: texts(reader.locale),
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
