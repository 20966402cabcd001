import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import { withSoundTexts } from '#shared/lib/soundText.ts'

/** One answer as it stands. `typed` is what was typed where that is not an answer yet: "12,,". */
export type AnswerRow = { uuid: string; question_id: string; answer: Answer; typed?: string; changed_at: number }

/**
 * `bytes` are absent for photos that only the server has; `path` is absent until it has them. `taken`: as the camera gave it, still to
 * be drawn; it is kept so that nothing is lost meanwhile.
 */
export type PhotoRow = {
  uuid: string
  entry_uuid: string
  question_id: string
  name: string
  content_type: string
  bytes: ArrayBuffer | null
  /** In hex; null where the browser withholds hashing: on plain http from another machine. */
  sha256: string | null
  path: string | null
  state: 'taken' | 'kept' | 'sent'
  taken_at: string
}

/** The answers that rows hold; a question without any is left out. What an earlier version kept may hold texts that no server stores. */
export const answersOf = (rows: AnswerRow[]): Answers =>
  Object.fromEntries(
    rows
      .filter(({ answer }) => !isBlank(answer))
      .map(({ question_id, answer }) => [question_id, withSoundTexts(answer)]),
  )

/** The questions from which the person took the answer away. */
export const removedIn = (rows: AnswerRow[]): string[] =>
  rows.filter(({ answer }) => isBlank(answer)).map(({ question_id }) => question_id)

const isBlank = ({ value, note, photos }: Answer) => value === undefined && !note && !photos?.length
