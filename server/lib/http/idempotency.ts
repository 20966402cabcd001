import { createHash } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { Context } from '../context.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { comeAgain, deleteSome, nightly } from '../jobs/erasing.ts'
import type { Job } from '../jobs/jobs.ts'
import { seal, unseal } from '../security/secrets.ts'

export type Answer = { status: number; body: unknown }

/** Under what a request is done once: the client's key, for a person in a company, and what the request was. */
export type OnceKey = { key: string; companyId: number | null; request: unknown }

/**
 * Runs `work` once for a key of a person in a company. The same request again gets the first answer; another request under the key is
 * refused. Two at once wait for each other on the key's row, because everything happens in the request's transaction. What is stored of
 * the answer is sealed: some answers are shown once, and none is for people who read the table.
 */
export async function once(
  { db, actor, services: { serverKey }, deferred }: Pick<Context, 'db' | 'actor' | 'services' | 'deferred'>,
  asked: OnceKey | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!asked) return work()
  const { key, companyId, request } = asked
  const userId = actor.id
  if (!z.uuid().safeParse(key).success) throw invalidField('Idempotency-Key', 'wrong_format')
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
  const inCompany = companyId === null ? isNull(idempotencyKeys.companyId) : eq(idempotencyKeys.companyId, companyId)
  const mine = and(inCompany, eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))
  const inserted = await db
    .insert(idempotencyKeys)
    .values({ companyId, userId, key, requestHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (inserted.length === 0) {
    const [first] = await db.select().from(idempotencyKeys).where(mine)
    if (first?.requestHash !== requestHash || first.status === null || first.sealed === null)
      throw new Problem('idempotency_key_reused')
    const answer = unseal(serverKey, purposeOf(key), userId, first.sealed)
    return { status: first.status, body: JSON.parse(answer.toString()) }
  }
  const answer = await work()
  const sealed = seal(serverKey, purposeOf(key), userId, Buffer.from(JSON.stringify(answer.body)))
  deferred.push(() => db.update(idempotencyKeys).set({ status: answer.status, sealed }).where(mine))
  return answer
}

const purposeOf = (key: string) => `answer ${key.toLowerCase()}`

/** A key is good for 30 days. */
export const forgetAnswers: Job<object> = {
  name: 'forget-answers',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const isMore = await deleteSome(db, idempotencyKeys, lt(idempotencyKeys.createdAt, sql`now() - interval '30 days'`))
    await comeAgain(db, services, 'forget-answers', isMore)
  },
}
