/**
 * What a device keeps of the work that a person does on it. One entry is one submission, from the first answer to the server's
 * word that it is complete; draft, journal, photos and submission carry the same uuid all along.
 *
 *   draft ── Complete ──▶ waiting ──▶ sending ──▶ done (kept for 30 days, readable)
 *     ▲                                  │
 *     └──── an answer is changed ── refused (the server said why)
 *
 * A draft is also sent to the server while there is a connection, so that another device can go on with it. `change` counts the
 * changes made here and `sent_change` is the last one that the server has: nothing else decides what there is to send.
 */
import type { Answer, Answers } from '#shared/forms/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { NamedSubject } from '#shared/lib/subjects.ts'
import type { payloadVersion } from '#shared/submissions/payloadVersion.ts'
import type { Receipt } from '#shared/submissions/receipt.ts'

export type EntryState = 'draft' | 'waiting' | 'sending' | 'refused' | 'done' | 'discarded'

export type Entry = {
  uuid: string
  payload_version: typeof payloadVersion
  user_id: number
  company_id: number
  form_id: number
  /** The number of the form's version that is filled in; `forms` has its definition. */
  version: number
  form_name: LocalizedText
  task_sent_id: number | null
  task_title: string | null
  subjects: NamedSubject[]
  state: EntryState
  created_at: string
  updated_at: string
  /** When the person pressed Complete, by this device's clock. */
  completed_at: string | null
  /** When the server said that it has everything. */
  sent_at: string | null
  /** The server's word for it. */
  receipt?: Receipt | null
  server_id: number | null
  server_revision: number | null
  change: number
  sent_change: number
  /** When the server last took something of it, in ms. */
  synced_at: number
  /** Complete was sent at least once: whether the server took it is known only from an answer. */
  was_attempted: boolean
  attempts: number
  /** Not before this moment, in ms. */
  next_attempt_at: number
  /** The server refused this draft as it is; the next change may mend that. */
  is_blocked: boolean
  last_error: EntryError | null
  conflict: Conflict | null
}

/** The last thing that went wrong, in the server's words where it had any. */
export type EntryError = { status: number; code: string; message: string; at: string }

/** Answers that were changed here and elsewhere since both last agreed: what the server has, until the person decides. */
export type Conflict = { question_ids: string[]; answers: Answers }

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

/** A published version of a form. It never changes, so that it is kept once for all that is filled in with it. */
export type FormRow = {
  form_id: number
  version: number
  company_id: number
  name: LocalizedText
  definition: Definition
  kept_at: string
}

/**
 * The ground for a merge: what this device and the server last agreed on, and what was sent since without an answer. The server may
 * have any of that, and then it is no one else's.
 */
export type BaseRow = { uuid: string; agreed: Answers; attempted: Record<string, Answer[]> }

/** Whether the person can still change it. */
export const isEditable = ({ state }: Pick<Entry, 'state'>) => state === 'draft' || state === 'refused'

/** Whether it was completed here and is on its way. */
export const isUnderway = ({ state }: Pick<Entry, 'state'>) => state === 'waiting' || state === 'sending'

/** The answers that rows hold; a question without any is left out. */
export const answersOf = (rows: AnswerRow[]): Answers =>
  Object.fromEntries(
    rows.filter(({ answer }) => !isBlank(answer)).map(({ question_id, answer }) => [question_id, answer]),
  )

const isBlank = ({ value, note, photos }: Answer) => value === undefined && !note && !photos?.length
