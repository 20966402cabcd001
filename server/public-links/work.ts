/**
 * The puzzles of public forms (`shared/public-links/puzzle.ts`). A challenge says whose it is and until when, signed, so that nothing
 * is kept; what was worked is of one link and one submission.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Puzzle, seedText, tryOf, type Work } from '#shared/public-links/puzzle.ts'
import type { Context } from '../lib/context.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'
import type { LinkRow } from './addresses.ts'

type Asking = Pick<Context, 'services' | 'now'>
type Link = Pick<LinkRow, 'id'>

/** Many small ones, so that nobody is unlucky for long. */
const rounds = 16
/** Longer than most forms take. Whoever takes longer works on another one when they send. */
const goodForSeconds = 3600

const signature = ({ services }: Asking, link: Link, ends: number, salt: string) =>
  derive(services.serverKey, 'work for a public form', link.id, ends, salt)

/** A new puzzle for the visitors of a link; null where the operator asks for none. */
export function newWork(ctx: Asking, link: Link): Puzzle | null {
  const bits = ctx.services.config.publicFormWork
  if (bits === 0) return null
  const ends = Math.floor(ctx.now.getTime() / 1000) + goodForSeconds
  const salt = randomBytes(9).toString('base64url')
  const challenge = `${ends}.${salt}.${signature(ctx, link, ends, salt)}`
  return { challenge, rounds, bits, expires_at: new Date(ends * 1000).toISOString() }
}

/** Whether this was worked for the submission of this uuid, or nothing need be. */
export function isWorked(ctx: Asking, link: Link, uuid: string, work: Work | undefined): boolean {
  const bits = ctx.services.config.publicFormWork
  return bits === 0 || (work !== undefined && isOurs(ctx, link, work) && isSolved(work, uuid, bits))
}

function isOurs(ctx: Asking, link: Link, { challenge }: Work): boolean {
  const [ends = '', salt = '', signed = ''] = challenge.split('.')
  return Number(ends) * 1000 > ctx.now.getTime() && sameSecret(signature(ctx, link, Number(ends), salt), signed)
}

function isSolved({ challenge, solution }: Work, uuid: string, bits: number): boolean {
  const seed = createHash('sha256').update(seedText(challenge, uuid)).digest()
  const found = (number: number, round: number) => {
    const hash = createHash('sha256')
      .update(tryOf(seed, round, number))
      .digest()
    return Math.clz32(hash.readInt32BE(0)) >= bits
  }
  return solution.length === rounds && solution.every(found)
}
