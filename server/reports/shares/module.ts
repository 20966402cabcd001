import { and, eq, or, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { shares as calls } from '#shared/shares/contract.ts'
import type { ReadableKind } from '#shared/shares/rules.ts'
import { sharedPages } from '#shared/shares/sharedPage.ts'
import { refuseWhileActing } from '../../accounts/queries.ts'
import { isAtWork } from '../../companies/queries.ts'
import { memberships } from '../../companies/table.ts'
import { sharerOf } from '../../files/ports.ts'
import type { Context } from '../../lib/context.ts'
import { routes } from '../../lib/http/routes.ts'
import { comeAgain, deleteSome, nightly } from '../../lib/jobs/erasing.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { hashed } from '../../lib/security/passwordHash.ts'
import type { Module } from '../../module.ts'
import { share, takeBack } from './commands.ts'
import { accessThing, findShares, listShared, type Thing } from './queries.ts'
import { shares } from './table.ts'
import { identifySharer, openShared, readShared, sharedPdf } from './visiting.ts'

const shareRoutes = [
  ...routes(calls, {
    list: (query, ctx) => listShared(ctx, query),
    remove: (link, ctx) => takeBack(ctx, link),
    // Their addresses open it without signing in.
    of: async ({ kind, subjectId }, ctx) => findShares(ctx, await accessToShare(ctx, kind, subjectId)),
    create: {
      prepare: async ({ kind, subjectId, pin }, ctx) => {
        await accessToShare(ctx, kind, subjectId)
        return pin ? hashed(ctx, pin) : null
      },
      handle: async ({ kind, subjectId, expiresAt }, ctx, pinHash: string | null) =>
        share(ctx, await accessToShare(ctx, kind, subjectId), { expiresAt, pinHash }),
    },
  }),
  ...routes(sharedPages, {
    open: {
      prepare: (link, ctx) => readShared(ctx, link),
      handle: (_, ctx, opened: Awaited<ReturnType<typeof readShared>>) => openShared(ctx, opened),
    },
    pdf: { prepare: (link, ctx) => sharedPdf(ctx, link) },
  }),
]

/** What the actor may share; not while acting for somebody. */
async function accessToShare(ctx: Context, kind: ReadableKind, id: number): Promise<Thing> {
  refuseWhileActing(ctx)
  const thing = await accessThing(ctx, kind, id)
  await requireMember(ctx, thing)
  return thing
}

/**
 * A link opens something without signing in, and is handed out by those who work there: not by an admin who looks in
 * from outside.
 */
async function requireMember({ db, actor }: Context, { companyId }: Thing): Promise<void> {
  if (
    actor.isAdmin &&
    (await db.$count(
      memberships,
      and(eq(memberships.userId, actor.id), eq(memberships.companyId, companyId), isAtWork),
    )) === 0
  )
    throw new Problem('forbidden')
}

/**
 * For so long after its end it can still be looked up what a link was; then the row and its PIN go. The audit log keeps
 * that it was.
 */
const shareKeptDays = 30

/** Erases links to reports that ended, by their day or by hand, thirty days ago. */
export const eraseEndedShares: Job<object> = {
  name: 'shares.erase-ended',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const before = sql`now() - make_interval(days => ${shareKeptDays})`
    const ended = or(sql`${shares.revokedAt} < ${before}`, sql`${shares.expiresAt} < ${before}`)
    await comeAgain(db, services, 'shares.erase-ended', await deleteSome(db, shares, ended))
    return undefined
  },
}

export const sharesModule: Module = {
  routes: shareRoutes,
  jobs: [eraseEndedShares],
  queryProviders: [sharerOf.providedBy(identifySharer)],
}
