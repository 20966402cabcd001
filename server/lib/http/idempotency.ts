import { createHash } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { Context } from '../context.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { deleteSome, nightly, requeueIf } from '../jobs/erasing.ts'
import type { Job } from '../jobs/jobs.ts'
import { seal, unseal } from '../security/secrets.ts'

export type Answer = { status: number; body: unknown }

/** Under what a request is done once: the client's key, for a person in a company, and what the request was. */
export type OnceKey = { key: string; companyId: number | null; request: unknown }

type Caller = Pick<Context, 'db' | 'actor' | 'services'>

/** The answer that a request under this key got before; null for a new one. Throws as `once` does. */
export async function findAnswer(ctx: Caller, asked: OnceKey): Promise<Answer | null> {
  const { mine, requestHash } = identityOf(ctx, asked)
  const [first] = await ctx.db.select().from(idempotencyKeys).where(mine)
  return first ? answerOf(ctx, asked, first, requestHash) : null
}

/**
 * Runs `work` once for a key of a person in a company. The same request again gets the first answer; another request
 * under the key is refused. Two at once wait for each other on the key's row, because everything happens in the
 * request's transaction. What is stored of the answer is sealed: some answers are shown once, and none is for people
 * who read the table.
 */
export async function once(
  ctx: Caller & Pick<Context, 'deferred'>,
  asked: OnceKey | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!asked) return work()
  const { db, actor, services, deferred } = ctx
  const { key, companyId } = asked
  const userId = actor.id
  const { mine, requestHash } = identityOf(ctx, asked)
  const inserted = await db
    .insert(idempotencyKeys)
    .values({ companyId, userId, key, requestHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (inserted.length === 0) {
    const [first] = await db.select().from(idempotencyKeys).where(mine)
    return answerOf(ctx, asked, first, requestHash)
  }
  const answer = await work()
  const sealed = seal(services.serverKey, purposeOf(key), userId, Buffer.from(JSON.stringify(answer.body)))
  deferred.push(() => db.update(idempotencyKeys).set({ status: answer.status, sealed }).where(mine))
  return answer
}

/** Throws 422 for a key that is no uuid. */
function identityOf({ actor }: Caller, { key, companyId, request }: OnceKey) {
  if (!z.uuid().safeParse(key).success) throw invalidField('Idempotency-Key', 'wrong_format')
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
  const inCompany = companyId === null ? isNull(idempotencyKeys.companyId) : eq(idempotencyKeys.companyId, companyId)
  return { mine: and(inCompany, eq(idempotencyKeys.userId, actor.id), eq(idempotencyKeys.key, key)), requestHash }
}

type Stored = typeof idempotencyKeys.$inferSelect

function answerOf(
  { actor, services }: Caller,
  { key }: OnceKey,
  first: Stored | undefined,
  requestHash: string,
): Answer {
  if (first?.requestHash !== requestHash || first.status === null || first.sealed === null)
    throw new Problem('idempotency_key_reused')
  const answer = unseal(services.serverKey, purposeOf(key), actor.id, first.sealed)
  return { status: first.status, body: JSON.parse(answer.toString()) }
}

const purposeOf = (key: string) => `answer ${key.toLowerCase()}`

/** A key is good for 30 days. */
export const forgetAnswers: Job<object> = {
  name: 'forget-answers',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const isMore = await deleteSome(db, idempotencyKeys, lt(idempotencyKeys.createdAt, sql`now() - interval '30 days'`))
    await requeueIf(db, services, 'forget-answers', isMore)
  },
}
