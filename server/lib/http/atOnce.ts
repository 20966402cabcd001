/**
 * Calls that are mostly done in one trip to the database: one statement that asks whether who asks is still who they were when they were asked for
 * last, does what is to be done where nothing stands against it, and commits. Where anything does, nothing was done, and the call goes the way
 * of all others, which says why.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/lib/contract.ts'
import { type Locale, toLocale } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { type Database, inTurn } from '../db/pools.ts'
import { companyOrPlace } from '../heavy/companyOrPlace.ts'
import type { Identity, Known, KnownIdentities } from '../security/identity.ts'
import type { Services } from '../services.ts'
import { inputOf, userAgentOf } from './requestInput.ts'

/** Who asks, as it is known, and from where. */
export type WhoAsksAtOnce = Known & { locale: Locale; now: Date; ip: string; userAgent: string | null }

/** The one statement; its answer is null where nothing was done. */
type Write<Result> = (db: Database) => Promise<Result | null>

/**
 * The one statement, for a call that can be done by one. Where something `follows` on its connection, others are told of what it wrote: they have
 * it before the answer is put together and what follows begins.
 */
export type AtOnce<Input = never, Result = unknown> = (
  input: Input,
  who: WhoAsksAtOnce,
) => { write: Write<Result>; follows?: (db: Database) => Promise<unknown> } | null

/**
 * So many milliseconds is all that a message takes until everybody who reads along has it. Whoever wrote it sees it already, and can wait: what is
 * done meanwhile takes a processor from those who are told (docs/bench.md).
 */
const untilAllHaveIt = 3

type Call = {
  services: Services
  known: KnownIdentities
  endpoint: Endpoint
  atOnce: AtOnce
  requireAccess: (endpoint: Endpoint, identity: Identity) => void
}

/** What the call answers; null where it was not done. A `uuid` of the caller's says that it is the same again, as an Idempotency-Key does. */
export async function doAtOnce(request: FastifyRequest, call: Call, bearer: string): Promise<unknown> {
  const { services, known, endpoint, atOnce } = call
  if (request.isMultipart()) return null
  try {
    const who = await known.of(bearer, request.ip)
    const { actor, isPlanOver } = who.identity
    call.requireAccess(endpoint, who.identity)
    if (actor.companyId === null || actor.isAdmin || isPlanOver) return null
    const input = inputOf(endpoint, request)
    if (request.headers['idempotency-key'] !== undefined && input.uuid === undefined) return null
    const locale = toLocale((request.query as { lang?: unknown }).lang)
    const from = { ip: request.ip, userAgent: userAgentOf(request) }
    const done = atOnce(input as never, { ...who, ...from, locale, now: new Date() })
    if (!done) return null
    const tenant = { companyId: actor.companyId, userId: actor.id }
    const whose = companyOrPlace(actor, request.ip)
    const { pools } = services
    const result = await new Promise<unknown>((answer, refuse) => {
      const work = async (db: Database) => {
        const written = await done.write(db)
        if (written === null || !done.follows) return written
        // A connection for which others wait does not rest.
        if (!pools.turns.walled.isCrowded) await delay(untilAllHaveIt)
        answer(written)
        await done.follows(db).catch(error => request.log.warn({ err: error }, 'what follows an answer failed'))
        return written
      }
      inTurn(pools, 'walled', whose, tenant, 'in one statement', work).then(answer, refuse)
    })
    if (result === null) known.forget(bearer)
    // Those who are told of it have come with the same packets, and go first.
    await new Promise(setImmediate)
    return result
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // It may follow from what is not true any more.
    known.forget(bearer)
    return null
  }
}
