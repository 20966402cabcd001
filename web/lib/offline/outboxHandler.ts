import type { Reader } from '../format.ts'
import type { RequestError } from '../requestError.ts'

/**
 * The fields of every outbox entry. One entry is one piece of a person's work for the server; it carries
 * the same uuid from its beginning to the server's word that it has all of it.
 *
 *   draft ── done with ──▶ waiting ──▶ sending ──▶ done
 *     ▲                                   │
 *     └────────── changed ─────────── refused (the server said why)
 *
 * A handler adds fields of its own.
 */
export type EntryState = 'draft' | 'waiting' | 'sending' | 'refused' | 'done' | 'discarded'

export type OutboxEntry = {
  uuid: string
  /** The name of the handler that delivers it. Missing where an earlier version kept it. */
  kind?: string
  /** The shape of what is kept, so that later versions can still read it. */
  payload_version: number
  user_id: number
  company_id: number
  state: EntryState
  created_at: string
  updated_at: string
  /** Position in its queue: the order in which entries were made, which no clock decides. */
  position?: number
  /** Its temporary id, a number below zero, by which other entries name it until the server has given it an id. */
  temporary_id?: number
  server_id: number | null
  /** Counts the changes made here. */
  change: number
  attempts: number
  /** The next attempt is not before this moment, in ms. */
  next_attempt_at: number
  /** The server refused it as it is; it is sent again after the next change. */
  is_blocked: boolean
  last_error: EntryError | null
}

/** A person's unsent work on this device, as screens see it (`useQueue.ts`). */
export type Queue = {
  /** The number of the person's entries that only this device has. */
  count: number
  /** The number of entries of other people, which wait for them to sign in. */
  ofOthers: number
  /** All entries of the person, except discarded ones. */
  entries: readonly OutboxEntry[]
  /** The state of the entry about a subject ("SentTask 17"). */
  byAbout: ReadonlyMap<string, EntryState>
}

/** The last thing that went wrong, in the server's words where it had any. */
export type EntryError = { status: number; code: string; message: string; at: string; during?: 'upload' }

/** Whether the person can still change it. */
export const isEditable = ({ state }: Pick<OutboxEntry, 'state'>) => state === 'draft' || state === 'refused'

/** Whether it is on its way. */
export const isUnderway = ({ state }: Pick<OutboxEntry, 'state'>) => state === 'waiting' || state === 'sending'

export type RowInput = Record<string, unknown>

/** A new row that one call creates (`newRowHandler.ts`). */
export type NewRowEntry = OutboxEntry & {
  /** The input of the call. */
  input: RowInput
  /** Its title for people. */
  title: string
}

/** Tells whether an entry is a row that one call makes. */
export const isNewRow = (entry: OutboxEntry): entry is NewRowEntry => 'input' in entry

/** Tells whether `createOrQueue` kept a row on this device and the server does not have it yet. */
export const isQueued = (made: object): made is NewRowEntry => 'input' in made && 'payload_version' in made

/** An entry as it is shown to people. */
export type Description = {
  /** What it is, in a few words. */
  title: string
  /** Its subjects and parts. */
  details: string[]
  /** Where the person continues with it. */
  href?: string
  /** What the person can do about it: a sentence. */
  advice?: string
}

/** A file of the copy that rescues what is unsent. */
export type RescuedFile = { path: string; content: Uint8Array }

/** The outbox as a handler changes it. */
export type OutboxStore = {
  put(userId: number, entries: NewEntry[]): Promise<OutboxEntry[]>
  remove(userId: number, ...uuids: string[]): Promise<void>
  has(userId: number, uuid: string): Promise<boolean>
}

/** An entry as a feature begins it; the rest is what every entry begins with. */
export type NewEntry = Pick<OutboxEntry, 'kind' | 'payload_version' | 'user_id' | 'company_id'> & Partial<OutboxEntry>

/**
 * How the outbox treats the entries of one name; a feature declares its handlers. Without the optional members entries
 * are sent at once, in no order, and wait for nothing.
 */
export type OutboxHandler<Entry extends OutboxEntry = OutboxEntry> = {
  name: string
  /**
   * Delivers an entry to the server; may be called any number of times for the same one, and from two tabs. Returns
   * whether the server has all of it; false for a draft that is still edited. Throws a `RequestError` when the server
   * refused it.
   */
  deliver(entry: Entry, store: OutboxStore): Promise<boolean>
  /** Merges a refused entry with the server's version. Returns whether it can be sent again at once. */
  merge?(entry: Entry, refusal: RequestError): Promise<boolean>
  describe(entry: Entry, reader: Reader): Description
  /** Questions and answers for a reader who cannot work on it. */
  read?(entry: Entry, reader: Reader): Promise<{ question: string; answer: string }[]>
  /** Its files, for the copy of unsent work. */
  rescue(entry: Entry, reader: Reader): Promise<RescuedFile[]>
  /** When it is to be sent, in ms; infinity where a person must do something first. Otherwise as soon as it waits. */
  dueAt?(entry: Entry): number
  /** Whether it may not be sent ahead of that, not even at the person's wish. */
  keepsTime?(entry: Entry): boolean
  /**
   * The version of a stored entry. It rises when the meaning of a field changes, and `deliver` takes all earlier ones.
   */
  payloadVersion: number
  /** Whether something of it is on this device alone. Otherwise when it is on its way or refused. */
  isUnsent?(entry: Entry): boolean
  /** Whether the badge counts it. Otherwise as soon as it is unsent. */
  isNoticed?(entry: Entry): boolean
  /**
   * Entries with the same answer arrive in the order in which they were made: one that waits or was refused holds those
   * behind it.
   */
  queueOf?(entry: Entry): string
  /** The temporary ids in it: it waits until the server has given each of them an id. */
  dependsOn?(entry: Entry): Promise<number[]>
  /** Puts the server's ids in the place of the temporary ones. */
  resolve?(entry: Entry, ids: ReadonlyMap<number, number>): Promise<void>
  /** The subject of the entry, for screens that show it as it will be ("SentTask 17"). */
  about?(entry: Entry): string | undefined
  /**
   * Migrates what earlier versions stored elsewhere, and encrypts what was not; called whenever a person begins to work
   * here.
   */
  carryOver?(userId: number, store: OutboxStore): Promise<void>
  /** Whether the person may drop it from this device once it was refused. */
  isRemovable?: boolean
  onDone?(entry: Entry): void
  onRefused?(entry: Entry, error: RequestError): void
}

/** A handler among handlers: each is only ever given its own entries. */
// biome-ignore lint/suspicious/noExplicitAny: the entries of a handler have fields of their own
export type AnyOutboxHandler = OutboxHandler<any>

/** When an entry is to be sent, by its handler. */
export const dueAt = (handler: AnyOutboxHandler, entry: OutboxEntry): number =>
  handler.dueAt ? handler.dueAt(entry) : isUnderway(entry) ? entry.next_attempt_at : Number.POSITIVE_INFINITY

export const isUnsent = (handler: AnyOutboxHandler, entry: OutboxEntry): boolean =>
  handler.isUnsent ? handler.isUnsent(entry) : isUnderway(entry) || entry.state === 'refused'

export const isNoticed = (handler: AnyOutboxHandler, entry: OutboxEntry): boolean =>
  handler.isNoticed ? handler.isNoticed(entry) : isUnsent(handler, entry)

/** Handlers, which features declare in `web/screens` and `App.tsx` registers. They load together with the outbox. */
export type OutboxHandlers = {
  all: readonly AnyOutboxHandler[]
  of(entry: OutboxEntry): AnyOutboxHandler | undefined
}

let load: (() => Promise<AnyOutboxHandler[]>) | undefined
let loaded: Promise<OutboxHandlers> | undefined

/** Registers the loader of the handlers. */
export function registerHandlers(loader: () => Promise<AnyOutboxHandler[]>): void {
  load = loader
  loaded = undefined
}

/** The declared handlers. Throws where none were declared, or they cannot be loaded. */
export function loadHandlers(): Promise<OutboxHandlers> {
  loaded ??= (load?.() ?? Promise.reject(new Error('No outbox handlers were declared'))).then(handlersOf, error => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** The handler of entries from before each had the name of its own. */
const handlerWithoutName = 'answers'

export function handlersOf(handlers: AnyOutboxHandler[]): OutboxHandlers {
  const byName = new Map(handlers.map(handler => [handler.name, handler]))
  return { all: handlers, of: ({ kind }) => byName.get(kind ?? handlerWithoutName) }
}
