/**
 * Who asks is known from their call before, and the database confirms it in the first packet of the work, so it takes no trip of its own. Where it is
 * not true any more nothing was done, and the call begins anew with who asks now.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { type Standing, StandingChanged } from '../db/standing.ts'
import type { Identity, KnownIdentities } from '../security/identity.ts'

type Who = { endpoint: Endpoint; known: KnownIdentities; identifyAnew: () => Promise<Identity> }

/** What is done for whoever asks. It rests on `standing` being confirmed where there is one. */
type Attempt = (identity: Identity, standing?: Standing) => Promise<FastifyReply>

export async function asWhoAsks(
  { endpoint, known, identifyAnew }: Who,
  request: FastifyRequest,
  bearer: string | null,
  attempt: Attempt,
): Promise<FastifyReply> {
  if (bearer && canBeginAnew(endpoint, request)) {
    const who = await known.of(bearer, request.ip)
    const standing: Standing = { token: who.token, known: who.standing, isConfirmed: false }
    try {
      if (!who.identity.actor.isAdmin) return await attempt(who.identity, standing)
    } catch (error) {
      if (standing.isConfirmed || !canBeOutdated(error)) throw error
      known.forget(bearer)
    }
  }
  return attempt(await identifyAnew())
}

/** What a call brings in pieces can be read once only. Outside the wall, where sessions and companies change, each call asks for itself who asks. */
const canBeginAnew = (endpoint: Endpoint, request: FastifyRequest): boolean =>
  endpoint.access !== 'anyone' && endpoint.wall === undefined && !bringsFiles(endpoint, request)

/** A refusal that may follow from what is not true any more; that there is too much to do does not. */
const canBeOutdated = (error: unknown): boolean =>
  error instanceof StandingChanged || (error instanceof Problem && error.code !== 'unavailable')

export const bringsFiles = ({ multipart }: Endpoint, request: FastifyRequest): boolean =>
  multipart !== undefined && (multipart !== 'attachments' || request.isMultipart())
