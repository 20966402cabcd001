/**
 * What a device keeps of forms that are filled in. One entry is one submission, from the first answer to the server's word that it is
 * complete; draft, journal, photos and submission carry the same uuid all along.
 *
 * A draft is also sent to the server while there is a connection, so that another device can go on with it. `change` counts the
 * changes made here and `sent_change` is the last one that the server has: nothing else decides what there is to send.
 */
import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { payloadVersion } from '#shared/submissions/delivery.ts'
import type { Receipt } from '#shared/submissions/deviceRecords.ts'
import type { Sheet } from '../../answers/draft/rows.ts'
import { isUnderway, type OutboxEntry } from '../../lib/offline/outboxHandler.ts'

export type Entry = OutboxEntry &
  Sheet & {
    payload_version: typeof payloadVersion
    /** When the person pressed Complete, by this device's clock. */
    completed_at: string | null
    /** When the server said that it has everything. */
    sent_at: string | null
    /** The server's word for it. */
    receipt?: Receipt | null
    server_revision: number | null
    sent_change: number
    /** When the server last took something of it, in ms. */
    synced_at: number
    /** Complete was sent at least once: whether the server took it is known only from an answer. */
    was_attempted: boolean
    conflict: Conflict | null
    /** Of what a visitor fills in, the link by which they came and what it answers; missing where an earlier tend began it. */
    link?: { token: string; prefill: Answers }
    /** Of what a reopening follows, the revision that the person has seen beside their own answers. */
    follows_seen?: number
    /** Answers that have no place in the newer version to which the draft went over, until the person has read them. */
    left?: LeftAnswers[]
  }

/** Answers, with the version of the form that asked for them. */
export type LeftAnswers = { version: number; answers: Answers }

/** Answers that were changed here and elsewhere since both last agreed: what the server has, until the person decides. */
export type Conflict = { question_ids: string[]; answers: Answers }

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

type Beginning = Pick<Entry, 'uuid' | 'user_id' | 'company_id' | 'form_id' | 'version' | 'form_name'> & Partial<Entry>

/** An entry as it begins: a draft in which nothing was answered, and of which the server knows nothing. */
export function newEntry(beginning: Beginning): Entry {
  const now = new Date().toISOString()
  return {
    kind: 'answers',
    payload_version: payloadVersion,
    task_sent_id: null,
    task_title: null,
    subjects: [],
    state: 'draft',
    created_at: now,
    updated_at: now,
    completed_at: null,
    sent_at: null,
    server_id: null,
    server_revision: null,
    change: 0,
    sent_change: 0,
    synced_at: Date.now(),
    was_attempted: false,
    attempts: 0,
    next_attempt_at: 0,
    is_blocked: false,
    last_error: null,
    conflict: null,
    ...beginning,
  }
}

/** Whether something of an entry is on this device alone. */
export const isUnsent = (entry: Entry): boolean =>
  isUnderway(entry) || entry.state === 'refused' || (entry.state === 'draft' && entry.change > entry.sent_change)
