/**
 * What everything else works with: the context of one call and the checks of its rights, the services of a running
 * tend, and what features register in them.
 */

import type { ActionDescription } from '#shared/actions/contract.ts'
import type { Actor, Cause } from '#shared/lib/actor.ts'
import type { Locale } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { type Ability, allows } from '#shared/lib/rules.ts'
import type { Titled } from '#shared/lib/taskFields.ts'
import type { AggregatedErrors } from './aggregatedErrors.ts'
import type { BackgroundWrites } from './backgroundWrites.ts'
import type { Backups } from './backup/backUpApart.ts'
import type { RestoreRequest } from './backup/restoreRequest.ts'
import type { Preparation } from './concurrency/preparation.ts'
import type { Config } from './config/config.ts'
import type { Database, Pools } from './db/pools.ts'
import type { Document } from './files/attachment.ts'
import type { Picture, Preview } from './files/picture.ts'
import type { FileOwners, Storage } from './files/storage.ts'
import type { Log } from './log.ts'
import type { Mail, Mailer, Refusal } from './mail/mailer.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { PushSender } from './push/sender.ts'
import type { OutgoingEvent } from './pusher/adapter.ts'
import type { PusherServer } from './pusher/server.ts'
import type { RecentErrors } from './recentErrors.ts'
import type { Session } from './security/identity.ts'
import type { Settings } from './security/keptSettings.ts'
import type { Limits, TracelessLimits } from './security/limits.ts'
import type { Signing } from './security/signing.ts'
import type { Texts } from './texts.ts'

/** What somebody sent, under the name that it had on their device, and the SHA-256 of the bytes that it had there. */
export type Upload = (Picture | Document) & {
  name: string
  sentSha256: string
  preview: Preview | null
  /** Where it was written, and whether a row names it. */
  stored?: { path: string; previewPath: string | null; isKept: boolean }
}

/** Everything one request (or job) works with. */
export type Context = {
  /** Nobody (id 0, no rights) for calls that anyone may make; for visitors of a link, in the company of its form. */
  actor: Actor
  ability: Ability
  /**
   * Isolated to the actor's company, but for admins and the calls marked `isolation: 'platform'`. A transaction
   * unless the call is a GET.
   */
  db: Database
  /** Whether `db` is the transaction of a call that writes; not in a GET, and not in `prepare`. */
  writes: boolean
  /** One moment for everything that this request writes. */
  now: Date
  locale: Locale
  session: Session | null
  upload: Upload | null
  /** The files of a call that takes several. */
  uploads: Upload[]
  /** The bearer token as it was sent, also when it has expired. */
  bearer: string | null
  /** Whether the plan of the company has ended; known where the call writes. */
  isPlanOver?: boolean
  /** Whether the actor's company has ever had a webhook, where that is known. */
  hasWebhooks?: boolean
  /** A header of the call, at most 100 characters of it. */
  header: (name: string) => string | null
  /** The rows that a list is asked for, where it is read incrementally (`changes/incremental.ts`). */
  among?: number[]
  /** Why this is done, where no person asked for it. */
  cause: Cause | null
  /**
   * The client's address, from a proxy only with TRUST_PROXY. For a traceless call it is a word that only this process
   * understands.
   */
  ip: string
  /** Whether the client prefetches, before anybody looks at the answer. */
  isPrefetch: boolean
  userAgent: string | null
  /** Cookies that came with the request. */
  requestCookies: Record<string, string | undefined>
  /** Cookies to set with the answer. */
  cookies: Map<string, Cookie>
  /** Runs last in the transaction, when all else is written. */
  beforeCommit: (() => Promise<void>)[]
  /** Statements whose answer no command needs: they are sent together before the commit. */
  deferred: (() => PromiseLike<unknown>)[]
  /** Events for browsers, sent with the commit and only then. */
  outgoingEvents: OutgoingEvent[]
  /** Runs after the commit, before the answer leaves; for what cannot be undone. None may fail. */
  afterCommit: (() => void | Promise<void>)[]
  /** Writes of a call that only reads, such as that something was seen; they run when its answer has left. */
  afterAnswer: ((own: Context) => Promise<unknown>)[]
  /** Runs when nothing was committed, for certain: undoes what was done outside the database. */
  afterRollback: (() => Promise<void>)[]
  /** Heavy work done for this call before its transaction. */
  preparation: Preparation
  services: Services
}

/** A cookie that no script can read and only the addresses below `path` see; null clears it. */
export type Cookie = { value: string | null; path: string; days: number }

/** The reactions to each domain event, in the order of the registry. */
export type Listeners = Map<object, ((ctx: Context, content: never) => Promise<void>)[]>

/**
 * The company that the actor works in. An admin who has not chosen one may read everything, but has nowhere to create
 * anything.
 */
export function companyOf(ctx: Context): number {
  if (ctx.actor.companyId === null) throw new Problem('forbidden')
  return ctx.actor.companyId
}

/**
 * Refuses a prefetch of something whose reading is noted. It would be noted although nobody looked, or read without a
 * note.
 */
export function refusePrefetch({ isPrefetch }: Pick<Context, 'isPrefetch'>): void {
  if (isPrefetch) throw new Problem('unavailable')
}

/**
 * The row if it is there and may be read; 404 otherwise, the same for both, so that nobody learns what exists. A row
 * that may be read but not changed is 403.
 */
export function permitted<Row extends object>(
  ctx: Pick<Context, 'ability'>,
  action: string,
  subject: string,
  row: Row | undefined,
): Row {
  if (!row) throw new Problem('not_found')
  if (allows(ctx.ability, action, subject, row)) return row
  throw new Problem(action !== 'read' && allows(ctx.ability, 'read', subject, row) ? 'forbidden' : 'not_found')
}

/**
 * For `catch` of an access: returns `meaning` where the row is not there or not allowed. Every other error is thrown
 * again, so that a lost database never looks like a missing row.
 */
export const whereRefused =
  <Meaning>(meaning: () => Meaning) =>
  (error: unknown): Meaning => {
    if (error instanceof Problem && (error.code === 'not_found' || error.code === 'forbidden')) return meaning()
    throw error
  }

/**
 * Whether a row is locked when it is found: for an action that changes it, in a call that writes. A GET and `prepare`
 * lock nothing.
 */
export const locksFor = ({ writes }: Pick<Context, 'writes'>, action: string): boolean => writes && action !== 'read'

/** What one running tend is made of. */
export type Services = {
  config: Config
  settings: Settings
  log: Log
  pools: Pools
  storage: Storage
  backups: Backups
  /** Has this tend stopped, restored and started again. */
  restore: (asked: RestoreRequest) => void
  jobs: Jobs
  mailer: Mailer
  pushes: PushSender
  /** Calls to addresses that people chose. */
  outgoing: Outgoing
  realtime: PusherServer
  limits: Limits
  /** The same for traceless calls. */
  tracelessLimits: TracelessLimits
  /** Writes that no answer waits for. */
  backgroundWrites: BackgroundWrites
  /** What failed in traceless calls, until the day is over. */
  aggregatedErrors: AggregatedErrors
  /** What failed in other calls and in jobs, by kind. */
  recentErrors: RecentErrors
  listeners: Listeners
  /** What people can be told of, by name. */
  topics: Map<string, Topic<never>>
  /** Who may see the files that features' rows name. */
  fileOwners: FileOwners
  /** What the links of mails do. */
  actions: ActionKind[]
  /** The absolute address of a path, for mails: under PUBLIC_URL, or where this tend listens. */
  address: (path: string) => string
  texts: Texts
  /** Signs links and cookies; the same on all nodes. */
  serverKey: Buffer
  /** Signs receipts and links of chains. */
  signing: Signing
  pusher: { appId: string; key: string; secret: string; activityTimeout: number }
}

/** A link of a mail, with the details its action needs. */
export type ActionLink = { id: number; kind: string; userId: number; details: Record<string, string | number> }

/** A comment, and whether the work is complete, sent with the action of a link. */
export type Said = { comment?: string | undefined; complete?: boolean | undefined }

/** What links of a kind do. Each feature has its own kinds. */
export type ActionKind = {
  name: string
  /** Works one time; others work until they expire or are revoked. */
  isSingle: boolean
  /** What the page says before anything is done, beside whose link it is. */
  describe: (ctx: Context, link: ActionLink) => Promise<Partial<ActionDescription>> | Partial<ActionDescription>
  /** Takes words, a file and that it is done; others refuse them. */
  takesWords?: true
  /** Does heavy work with no connection held, such as writing the uploads. */
  prepare?: (ctx: Context, link: ActionLink) => Promise<void>
  perform: (ctx: Context, link: ActionLink, said: Said) => Promise<void>
  /** Says no instead; absent where there is nothing to decline. */
  decline?: (ctx: Context, link: ActionLink) => Promise<void>
}

/** What a mail is written with. */
export type Delivering = {
  /** Across companies, in a transaction that is committed before the message goes out. */
  db: Database
  services: JobServices
  /** Whom it is for; null where the facts say it: an address that is nobody's, or not any more. */
  userId: number | null
}

/** A name in a sentence: one that has several languages is said in the reader's, whenever they read it. */
export type SaidName = string | Titled

/**
 * `values` are the names in the sentence, and `context` among them the one of several that is said. Notices with the
 * same `about` are shown together; an urgent one comes in quiet hours too.
 */
export type Bell = { values: Record<string, SaidName>; href: string; about: string; isUrgent?: boolean }

/**
 * What people can be told of, and how each channel says it. `notify` (server/notifications/commands.ts) is the one
 * door. Mail is the first channel; others get a field beside `mail` and a delivery of their own.
 */
export type Topic<Facts extends object> = {
  name: string
  /**
   * Target, values and subject of the notification in the bell; its sentence is `notifications.sentences.<name>`.
   * Without a mail of its own, a mail says the same.
   */
  bell?: (facts: Facts) => Bell
  /**
   * The mail, in the reader's language; null where nothing is to be said any more. What it writes is committed before
   * the mail goes out: a link is good when it arrives. It comes again with each try.
   */
  mail?: (facts: Facts, delivering: Delivering, prepared: unknown) => Promise<Mail | null>
  /**
   * Does heavy work for the mail with no connection held; `db` only reads. What it returns is the third argument of
   * `mail`.
   */
  prepare?: (facts: Facts, delivering: Delivering) => Promise<unknown>
  /** tend itself writes, about an account or a plan: it never comes under a company's logo. */
  isFromPlatform?: boolean
  /** Notes that it went out, or why the mail server would not take it. */
  afterDelivery?: (
    facts: Facts,
    refusal: Refusal | null,
    delivering: Pick<Delivering, 'db' | 'services'>,
  ) => Promise<void>
}

/** What the queue is started with: everything but itself. */
export type JobServices = Omit<Services, 'jobs'>

/** The company, or without one the person, whose turn a job takes; jobs without either share one turn. */
export type JobOwner = { companyId: number | null; userId?: number | null }

/** The queue of what must happen after a request (`jobs/jobs.ts`). */
export type Jobs = {
  /** Writes a job in the transaction of `db`. */
  send: (db: Database, job: { name: string }, data: object, owner: JobOwner) => Promise<void>
  /** Writes many in one statement. */
  sendEach: (db: Database, job: { name: string }, all: { data: object; owner: JobOwner }[]) => Promise<void>
  stop(): Promise<void>
}
