import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { withSoundTexts } from '#shared/lib/soundText.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import type { FollowUp } from '#shared/submissions/contract.ts'
import type { SaveStatus } from '../../lib/offline/persistDraft.ts'

/** One answer. `typed` is the text in the field where that is not an answer yet: "12,,". */
export type AnswerRow = { uuid: string; question_id: string; answer: Answer; typed?: string; changed_at: number }

/**
 * `bytes` are absent for photos that only the server has; `path` is absent until it has them. `taken` is the camera's
 * picture, not drawn smaller yet, so that nothing is lost until then.
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

/**
 * The answers that rows hold; a question without any is left out. What an earlier version kept may hold texts that no
 * server stores.
 */
export const answersOf = (rows: AnswerRow[]): Answers =>
  Object.fromEntries(
    rows
      .filter(({ answer }) => !isBlank(answer))
      .map(({ question_id, answer }) => [question_id, withSoundTexts(answer)]),
  )

/** The questions whose answer the person removed. */
export const removedIn = (rows: AnswerRow[]): string[] =>
  rows.filter(({ answer }) => isBlank(answer)).map(({ question_id }) => question_id)

const isBlank = ({ value, note, photos }: Answer) => value === undefined && !note && !photos?.length

/** Holds the answers of an open form, wherever they are kept: on this device, or in memory alone for a test fill. */
export type AnswerStore = {
  /** The answers by their keys: the only copy, which the form reads. */
  readonly rows: ReadonlyMap<string, AnswerRow>
  /** Takes an answer into the form that is stored already: another tab's, or the server's. */
  take(row: AnswerRow): void
  /** A new object at each change, for useSyncExternalStore. */
  keeping(): SaveStatus
  watch(listener: () => void): () => void
  /** Keeps an answer, and a photo before the answer that names it. */
  write(row: AnswerRow, photo?: PhotoRow): void
  /** Stores answers that an earlier visit could only back up. */
  recover(rows: AnswerRow[]): void
  /** Writes all that is pending. Returns whether all of it is stored. */
  flush(): Promise<boolean>
  isPending(questionId: string): boolean
  hasPending(): boolean
  /** A photo or a file of the form, as far as it is to be had here. */
  findPhoto(uuid: string): Promise<PhotoRow | undefined>
  /** Says that something of this form could not be stored. */
  failed(error: unknown): void
}

/** The form, the person who fills it in, and its subjects. */
export type SubmissionHeader = {
  uuid: string
  user_id: number
  company_id: number
  form_id: number
  /** The number of the form's version. */
  version: number
  form_name: LocalizedText
  task_sent_id: number | null
  task_title: string | null
  subjects: NamedSubject[]
  created_at: string
  /** The seed of samples, where the page of a group gave one; else it is derived from the draft's id. */
  seed?: number
  /** What it asks again of an earlier submission; absent for a form that is filled in as a whole. */
  follows?: FollowUp | null
}

/** Whether something was typed that is not an answer. */
export const isUnread = (row: AnswerRow | undefined): boolean => Boolean(row?.typed) && row?.answer.value === undefined
