import type { AuditCause } from '#shared/audit/rules.ts'
import type { Actor } from '#shared/lib/actor.ts'
import type { Locale } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Ability } from '#shared/lib/rules.ts'
import type { Database } from './db/pools.ts'
import type { Document } from './files/attachment.ts'
import type { Picture, Preview } from './files/picture.ts'
import type { Preparation } from './heavy/preparation.ts'
import type { Cookie } from './http/cookies.ts'
import type { OutgoingEvent } from './pusher/adapter.ts'
import type { Session } from './security/identity.ts'
import type { Services } from './services.ts'

/** What somebody sent, under the name that it had on their device, and the SHA-256 of the bytes that it had there. */
export type Upload = (Picture | Document) & { name: string; sentSha256: string; preview: Preview | null }

/** Everything one request (or job) works with. */
export type Context = {
  /** Nobody (id 0, no rights) for calls that anyone may make; in the company whose form it is for whoever came by its link. */
  actor: Actor
  ability: Ability
  /** Walled to the actor's company, but for admins and the calls marked `wall: 'platform'`. A transaction unless the call is a GET. */
  db: Database
  /** One moment for everything that this request writes. */
  now: Date
  locale: Locale
  session: Session | null
  upload: Upload | null
  /** The files of a call that takes several. */
  uploads: Upload[]
  /** The bearer token as it was sent, also when it is no longer good. */
  bearer: string | null
  /** The PIN of a form's public link, where a visitor sent one. */
  formPin: string | null
  /** The code of an anonymous case, where a reporter sent one. */
  caseCode: string | null
  /** Why this is done, where no person asked for it. */
  cause: AuditCause | null
  /** Where the request came from; what a proxy says counts only with TRUST_PROXY. Of a traceless call a word that only this process understands. */
  ip: string
  userAgent: string | null
  /** Cookies that came with the request. */
  sentCookies: Record<string, string | undefined>
  /** Cookies to set with the answer. */
  cookies: Map<string, Cookie>
  /** Runs last in the transaction, when all else is written. */
  beforeCommit: (() => Promise<void>)[]
  /** Statements whose answer no command needs: they are sent together before the commit. */
  deferred: (() => PromiseLike<unknown>)[]
  /** What browsers are told, with the commit and only then. */
  emissions: OutgoingEvent[]
  /** Runs after the commit; for what cannot be undone. */
  afterCommit: (() => void)[]
  /** What a call that only reads has noted, such as that something was seen: in a transaction of its own, which cannot fail the call. */
  afterReading: ((own: Context) => Promise<unknown>)[]
  /** Runs when nothing was committed, for certain: takes back what was done outside the database. */
  afterRollback: (() => Promise<void>)[]
  /** What was done apart for this call. */
  preparation: Preparation
  services: Services
}

/** The company that the actor works in. An admin who has not chosen one may read everything, but has nowhere to create anything. */
export function companyOf(ctx: Context): number {
  if (ctx.actor.companyId === null) throw new Problem('forbidden')
  return ctx.actor.companyId
}
