import type { KeyAccess } from '#shared/accounts/rules.ts'
import { type Actor, actorOf } from '#shared/lib/actor.ts'
import type { ProblemCode } from '#shared/lib/problem.ts'
import { type Ability, buildAbility } from '#shared/lib/rules.ts'

export type Session = {
  id: number
  token: string
  /** The admin who acts as the actor, if one does. */
  actingUserId: number | null
  /** When the password was last asked for again, if this very token was the answer. */
  reauthenticatedAt: Date | null
  /** The phone of a worker without e-mail, if it is one. */
  enrolmentId: number | null
  /** What an API key does; null for a person's session. */
  key: KeyAccess | null
  /** The provider of single sign-on by which it began. */
  ssoConnectionId: number | null
  /** The one company that it opens, where that provider is the company's. */
  onlyCompanyId: number | null
  /** The provider asked for a second factor. */
  hasSecondFactor: boolean
}

/** Who makes a request, in which session, with which rights. */
export type Identity = {
  actor: Actor
  ability: Ability
  session: Session | null
  /** Why this person may for now do nothing but what concerns their own account. */
  blockedReason: ProblemCode | null
  /** Whether the plan of the company has ended; said of those who are about to write. */
  isPlanOver?: boolean
  /** Whether the company has ever had a webhook; known of its members. */
  hasWebhooks?: boolean
}

/** Whether a call writes, and the location to which it is narrowed where the caller named one. */
export type ToDo = { toWrite?: boolean; site?: number | null }

/** Finds out who a token belongs to, that comes from an address. Throws `unauthenticated` or `token_expired`. */
export type Identify = (bearer: string | null, ip: string, toDo?: ToDo) => Promise<Identity>

/** Finds out whom the cookies speak for that a browser sends with what it loads by itself. Throws `unauthenticated`. */
export type IdentifyCookie = (cookies: Record<string, string | undefined>) => Promise<Identity>

/** What links open without an account: a form to fill in, something to read, or what an audit pass shows. */
export type LinkIsolation = 'link' | 'share' | 'pass'

/**
 * Finds out in whose company somebody may do what a link allows, and whether nothing is kept of them. Throws 404 for a
 * link that is none.
 */
export type IdentifyVisitor = (
  isolation: LinkIsolation,
  link: { id: string; token: string },
  from: { ip: string; bringsFile: boolean },
) => Promise<Identity & { isTraceless: boolean }>

/** For calls that anyone may make. */
export const anonymous: Identity = {
  actor: { ...actorOf(0, null, Number.MAX_SAFE_INTEGER), id: 0 },
  ability: buildAbility([], actorOf(0, null, Number.MAX_SAFE_INTEGER)),
  session: null,
  blockedReason: null,
}
