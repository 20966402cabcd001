import { type Actor, actorOf } from '#shared/lib/actor.ts'
import { type Ability, buildAbility } from '#shared/lib/rules.ts'

/** Who makes a request, in which session, with which rights. */
export type Identity = { actor: Actor; ability: Ability; session: { id: number; token: string } | null }

/** Finds out who a token belongs to. Throws `unauthenticated` or `token_expired`. */
export type Identify = (bearer: string | null) => Promise<Identity>

/** For calls that anyone may make. */
export const nobody: Identity = {
  actor: { ...actorOf(0, null, Number.MAX_SAFE_INTEGER), id: 0 },
  ability: buildAbility([], actorOf(0, null, Number.MAX_SAFE_INTEGER)),
  session: null,
}
