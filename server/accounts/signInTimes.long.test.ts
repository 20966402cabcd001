/**
 * Whether the time of a refused sign-in tells known addresses from unknown ones: 1,000 pairs, one of each kind right
 * after the other and in turns first, so that other load weighs on both. `sameWork.test.ts` compares the work itself
 * with each `npm test`.
 */
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { hashPassword } from '../lib/security/passwordHash.ts'
import { platform, request } from '../test/people.ts'
import { credentials, users } from './table.ts'

const pairs = 1_000
/** What nobody tells apart over a network, where single answers differ by as much. */
const maxMilliseconds = 1

test('a refused sign-in takes as long for an address that somebody has as for one that nobody has', async () => {
  const known = await accounts()
  const [differences, times]: [number[], { known: number[]; unknown: number[] }] = [[], { known: [], unknown: [] }]
  for (const [index, email] of ['warm@times.example', 'warmer@times.example', ...known].entries()) {
    const from = `10.${index % 200}.${Math.floor(index / 200)}.9`
    const ofKnown = () => timed(email, from)
    const ofUnknown = () => timed(`nobody${index}@times.example`, from)
    const [first, second] = [await (index % 2 ? ofKnown() : ofUnknown()), await (index % 2 ? ofUnknown() : ofKnown())]
    if (index < 2) continue
    const [forKnown, forUnknown] = index % 2 ? [first, second] : [second, first]
    times.known.push(forKnown)
    times.unknown.push(forUnknown)
    differences.push(forKnown - forUnknown)
  }
  const [low, high] = likelyMedian(differences)
  const figures =
    `known ${at(0.5, times.known).toFixed(2)} ms, unknown ${at(0.5, times.unknown).toFixed(2)} ms; the ` +
    `median of the pairs' differences is ${at(0.5, differences).toFixed(3)} ms, with 95 % between ` +
    `${low.toFixed(3)} and ${high.toFixed(3)} ms`
  process.stdout.write(`${figures}\n`)
  expect(Math.max(low, -high), figures).toBeLessThan(maxMilliseconds)
}, 600_000)

/** People who can sign in, none of whom has tried yet. */
async function accounts(): Promise<string[]> {
  const passwordHash = await hashPassword('a password that nobody tries')
  const emails = Array.from({ length: pairs }, (_, index) => `somebody${index}@times.example`)
  await platform(async db => {
    const rows = emails.map(email => ({ name: 'Somebody', email, emailConfirmedAt: new Date(), languageId: 1 }))
    const made = await db.insert(users).values(rows).returning({ userId: users.id })
    await db.insert(credentials).values(made.map(({ userId }) => ({ userId, passwordHash })))
  })
  return emails
}

async function timed(email: string, from: string): Promise<number> {
  const started = performance.now()
  const { statusCode } = await request(auth.login, { email, password: 'wrong password' }, null, { from })
  const took = performance.now() - started
  expect(statusCode).toBe(422)
  return took
}

const at = (share: number, values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * share)] ?? 0

/** Between which values the median of what the values were drawn from lies, by the order of the values alone. */
function likelyMedian(values: number[]): [number, number] {
  const half = 0.98 / Math.sqrt(values.length)
  return [at(0.5 - half, values), at(0.5 + half, values)]
}
