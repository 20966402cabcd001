/**
 * What every entry of the outbox has, of whatever kind. One entry is one piece of a person's work that the server is to have; it carries
 * the same uuid from its beginning to the server's word that it has all of it.
 *
 *   draft ── done with ──▶ waiting ──▶ sending ──▶ done
 *     ▲                                   │
 *     └────────── changed ─────────── refused (the server said why)
 *
 * A kind adds what is its own (`kind.ts`).
 */
export type EntryState = 'draft' | 'waiting' | 'sending' | 'refused' | 'done' | 'discarded'

export type OutboxEntry = {
  uuid: string
  /** Which declared kind delivers it. Missing where an earlier version kept it. */
  kind?: string
  /** The shape of what is kept, so that later versions can still read it. */
  payload_version: number
  user_id: number
  company_id: number
  state: EntryState
  created_at: string
  updated_at: string
  /** Where it stands among those of its queue: the order in which they were made, whatever the clock said. */
  position?: number
  /** What other entries call it by until the server has given it an id: a number below zero. */
  temporary_id?: number
  server_id: number | null
  /** Counts the changes made here. */
  change: number
  attempts: number
  /** Not before this moment, in ms. */
  next_attempt_at: number
  /** The server refused it as it is; the next change may mend that. */
  is_blocked: boolean
  last_error: EntryError | null
}

/** The last thing that went wrong, in the server's words where it had any. */
export type EntryError = { status: number; code: string; message: string; at: string; during?: 'upload' }

/** Whether the person can still change it. */
export const isEditable = ({ state }: Pick<OutboxEntry, 'state'>) => state === 'draft' || state === 'refused'

/** Whether it is on its way. */
export const isUnderway = ({ state }: Pick<OutboxEntry, 'state'>) => state === 'waiting' || state === 'sending'

export type RowInput = Record<string, unknown>

/** What is kept of a row that one call makes (`newRow.ts`). */
export type NewRowEntry = OutboxEntry & {
  /** What the call is given, in its words. */
  input: RowInput
  /** What people call it. */
  title: string
}
