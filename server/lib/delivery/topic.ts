/**
 * What people can be told of, and how each channel says it. `notify` (server/notices/commands.ts) is the one door. Mail is the first
 * channel; others get a field beside `mail`, a delivery of their own beside `mailDelivery`, and nothing else changes.
 */
import type { Titled } from '#shared/lib/taskFields.ts'
import type { Database } from '../db/pools.ts'
import type { Preparation } from '../heavy/preparation.ts'
import type { JobServices } from '../jobs/jobs.ts'
import type { Mail, Refusal } from '../mail/mailer.ts'

export type Delivering = {
  /** Outside the tenant wall, in a transaction that is committed before the message goes out. */
  db: Database
  services: JobServices
  /** What was done apart for this mail: it is begun anew with what came of that. */
  preparation: Preparation
  /** Whom it is for; null where the facts say it: an address that is nobody's, or not any more. */
  userId: number | null
}

/** A name in a sentence: one that has several languages is said in the reader's, whenever they read it. */
export type SaidName = string | Titled

/** `values` are the names in the sentence, and `context` among them the one of several that is said; notices of one thing, `about`, stand together. What is urgent comes in quiet hours too. */
export type Bell = { values: Record<string, SaidName>; href: string; about: string; isUrgent?: boolean }

export type Topic<Facts extends object> = {
  name: string
  /** What the bell says of it; its sentence is `notices.sentences.<name>`. Without a mail of its own, one says the same. */
  bell?: (facts: Facts) => Bell
  /**
   * The mail, in the reader's language; null where nothing is to be said any more. What it writes is committed before the mail goes out:
   * a link is good when it arrives. It comes again with each try.
   */
  mail?: (facts: Facts, delivering: Delivering) => Promise<Mail | null>
  /** tend itself writes, about an account or a plan: it never comes under a company's logo. */
  isOurs?: boolean
  /** Notes that it went out, or why the mail server would not take it. */
  settled?: (facts: Facts, refusal: Refusal | null, delivering: Pick<Delivering, 'db' | 'services'>) => Promise<void>
}
