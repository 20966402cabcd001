/**
 * What a device keeps of a form that is filled in: one entry is one submission, from the first answer until the server
 * says that it is complete. `change` counts the changes made here and `sent_change` is the last one that the server
 * has; nothing else decides what there is to send.
 */
import type { Table } from 'dexie'
import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import { sameAnswer } from '#shared/forms/answers/content.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { payloadVersion } from '#shared/submissions/delivery.ts'
import type { Receipt } from '#shared/submissions/deviceRecords.ts'
import type { AnswerRow, PhotoRow, SubmissionHeader } from '../../answers/draft/rows.ts'
import { inDatabase, type OfflineDatabase } from '../../lib/offline/database.ts'
import { isUnderway, type OutboxEntry } from '../../lib/offline/outboxHandler.ts'

export type Entry = OutboxEntry &
  SubmissionHeader & {
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
    /**
     * Of what a visitor fills in, the link by which they came and what it answers; missing where an earlier tend began
     * it.
     */
    link?: { token: string; prefill: Answers }
    /** Of what a reopening follows, the revision that the person has seen beside their own answers. */
    follows_seen?: number
    /** Answers that have no place in the newer version to which the draft went over, until the person has read them. */
    left?: LeftAnswers[]
  }

/** Answers, with the version of the form that asked for them. */
export type LeftAnswers = { version: number; answers: Answers }

/**
 * Answers that were changed here and elsewhere since both last agreed: what the server has, until the person decides.
 */
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
 * The ground for a merge: what this device and the server last agreed on, and what was sent since without an answer.
 * The server may have any of that, and then it is no one else's.
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

/**
 * A person's database with the tables of forms. `entries` also holds other work: `findForm` and `formsIn` give forms
 * only.
 */
export type FormDatabase = OfflineDatabase & {
  entries: Table<OutboxEntry | Entry, string>
  answers: Table<AnswerRow, [string, string]>
  photos: Table<PhotoRow, string>
  forms: Table<FormRow, [number, number]>
  bases: Table<BaseRow, string>
}

/** Does something in a person's database, with the tables of forms. Throws what `inDatabase` throws. */
export const inFormDatabase = <T>(userId: number, work: (database: FormDatabase) => Promise<T>): Promise<T> =>
  inDatabase(userId, database => work(asFormDatabase(database)))

export const asFormDatabase = (database: OfflineDatabase) => database as FormDatabase

/** The tables in which forms are, for transactions over all of them. */
export const formTables = ({ entries, answers, photos, forms, bases }: FormDatabase) => [
  entries,
  answers,
  photos,
  forms,
  bases,
]

/** Whether an entry is a form that is filled in, and no other work. */
export const isOfForm = (entry: object): entry is Entry => 'form_id' in entry

/** An entry where it is a form's; undefined for any other work. */
const formIn = (entry: OutboxEntry | undefined): Entry | undefined => (entry && isOfForm(entry) ? entry : undefined)

/** The form of this uuid. */
export const findForm = ({ entries }: Pick<FormDatabase, 'entries'>, uuid: string) => entries.get(uuid).then(formIn)

/** The forms among entries. */
export const formsIn = (entries: readonly OutboxEntry[]): Entry[] => entries.filter(isOfForm)

/** The forms among a person's entries. */
export const entriesOfForms = async ({ entries }: Pick<FormDatabase, 'entries'>): Promise<Entry[]> =>
  formsIn(await entries.toArray())

/** Merge bases are also remembered by the page: after a drop, one's own answers would look like somebody else's. */
const maxBases = 200
/** In the order in which they were seen, the latest last. */
const seen = new Map<string, { base: BaseRow; at: number }>()
let clock = 0

/** Keeps what an entry and the server agree on now. It is remembered also where it cannot be kept. */
export async function putBase({ bases }: Pick<FormDatabase, 'bases'>, base: BaseRow): Promise<void> {
  remember(base, ++clock)
  await bases.put(base)
}

/** Remembers what was kept of it, by whichever tab. */
export async function readBase({ bases }: Pick<FormDatabase, 'bases'>, uuid: string): Promise<void> {
  const at = ++clock
  const base = await bases.get(uuid)
  if (base) remember(base, at)
}

/** What this page knows of it without asking the device. */
export const rememberedBase = (uuid: string): BaseRow | undefined => seen.get(uuid)?.base

function remember(base: BaseRow, at: number): void {
  // An entry that was read may be older than one that another tab has written since.
  if ((seen.get(base.uuid)?.at ?? 0) > at) return
  seen.delete(base.uuid)
  seen.set(base.uuid, { base, at })
  for (const uuid of seen.keys()) {
    if (seen.size <= maxBases) return
    seen.delete(uuid)
  }
}

const maxAttempts = 50

/** The attempts with another one added, each answer once; an answer that was taken away is an attempt too. */
export function withAttempt({ agreed, attempted }: Omit<BaseRow, 'uuid'>, answers: Answers) {
  const ids = new Set([...Object.keys(agreed), ...Object.keys(answers)])
  const added = [...ids].map((id): [string, Answer[]] => {
    const [before, answer] = [attempted[id] ?? [], answers[id] ?? {}]
    return [id, before.some(one => sameAnswer(one, answer)) ? before : [...before, answer].slice(-maxAttempts)]
  })
  return { ...attempted, ...Object.fromEntries(added) }
}
