/**
 * What the outbox must know of one kind of work. A feature declares its kinds; the outbox knows none. What is not declared is done as for
 * most: sent at once, in no order, waiting for nothing.
 */
import type { RequestError } from '../requestError.ts'
import type { OutboxEntry } from './entry.ts'

/** How a person reads it. */
export type Description = {
  /** What it is, in a few words. */
  title: string
  /** What it is about and what belongs to it. */
  details: string[]
  /** Where the person goes on with it. */
  href?: string
  /** What the person can do about it: a sentence. */
  advice?: string
}

/** The words of who reads. */
export type Reader = {
  locale: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  timeZone: string | undefined
  t: (key: string, values?: Record<string, unknown>) => string
}

/** A file of the copy that rescues what is unsent. */
export type RescuedFile = { path: string; content: Uint8Array }

export type Kind<Entry extends OutboxEntry = OutboxEntry> = {
  name: string
  /**
   * Brings an entry to the server. May be called any number of times for the same one, and from two tabs. Whether the server has all of it;
   * false where it goes on being worked on. Throws a `RequestError` when the server did not take it.
   */
  deliver(entry: Entry): Promise<boolean>
  /** Brings what was refused together with what the server has. Whether it can be sent again at once. */
  merge?(entry: Entry, refusal: RequestError): Promise<boolean>
  describe(entry: Entry, reader: Reader): Description
  /** What was asked and answered, for whoever reads it where it cannot be worked on. */
  read?(entry: Entry, reader: Reader): Promise<{ question: string; answer: string }[]>
  /** What it holds, for the copy of unsent work. */
  rescue(entry: Entry, reader: Reader): Promise<RescuedFile[]>
  /** When it is to be sent, in ms; infinity where a person must do something first. Otherwise as soon as it waits. */
  dueAt?(entry: Entry): number
  /** Whether it may not be sent ahead of that, not even at the person's wish. */
  keepsTime?(entry: Entry): boolean
  /** The version of what is kept of an entry; it rises when the meaning of a field changes, and `deliver` takes all earlier ones. */
  payloadVersion: number
  /** Whether something of it is on this device alone. Otherwise when it is on its way or refused. */
  isUnsent?(entry: Entry): boolean
  /** Whether the badge counts it. Otherwise as soon as it is unsent. */
  isNoticed?(entry: Entry): boolean
  /** Entries with the same answer arrive in the order in which they were made: one that waits or was refused holds those behind it. */
  queueOf?(entry: Entry): string
  /** The temporary ids that stand in it: it waits until the server has given each of them its own. */
  dependsOn?(entry: Entry): Promise<number[]>
  /** Puts the server's ids in the place of the temporary ones. */
  resolve?(entry: Entry, ids: ReadonlyMap<number, number>): Promise<void>
  /** What the entry is about, for screens that show that as it will be ("SentTask 17"). */
  about?(entry: Entry): string | undefined
  /** Takes over what earlier versions kept elsewhere, and seals what lay open; called whenever a person begins to work here. */
  carryOver?(userId: number): Promise<void>
  /** Whether the person may drop it from this device once it was refused. */
  isRemovable?: boolean
  onDone?(entry: Entry): void
  onRefused?(entry: Entry, error: RequestError): void
}

/** A kind among kinds: each is only ever given its own entries. */
// biome-ignore lint/suspicious/noExplicitAny: what a kind's entries hold besides is nobody's concern here
export type AnyKind = Kind<any>

/** When an entry is to be sent by what its kind says. */
export const dueAt = (kind: AnyKind, entry: OutboxEntry): number =>
  kind.dueAt ? kind.dueAt(entry) : isOnItsWay(entry) ? entry.next_attempt_at : Number.POSITIVE_INFINITY

export const isUnsent = (kind: AnyKind, entry: OutboxEntry): boolean =>
  kind.isUnsent ? kind.isUnsent(entry) : isOnItsWay(entry) || entry.state === 'refused'

export const isNoticed = (kind: AnyKind, entry: OutboxEntry): boolean =>
  kind.isNoticed ? kind.isNoticed(entry) : isUnsent(kind, entry)

const isOnItsWay = ({ state }: OutboxEntry) => state === 'waiting' || state === 'sending'
