import { and, eq, or, sql } from 'drizzle-orm'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { shares as calls } from '#shared/shares/contract.ts'
import type { ReadableKind } from '#shared/shares/rules.ts'
import { sharedPages } from '#shared/shares/sharedPage.ts'
import { refuseWhileActing } from '../../accounts/queries.ts'
import { isAtWork } from '../../companies/queries.ts'
import { memberships } from '../../companies/table.ts'
import { sharerOf } from '../../files/ports.ts'
import type { Context } from '../../lib/context.ts'
import { type Handler, routes } from '../../lib/http/routes.ts'
import { deleteSome, nightly, requeueIf } from '../../lib/jobs/erasing.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { hashed } from '../../lib/security/passwordHash.ts'
import type { Module } from '../../module.ts'
import { share, takeBack } from './commands.ts'
import { accessThing, findShares, listShared, type Thing } from './queries.ts'
import { shareIsolation, shares } from './table.ts'
import { identifySharer, openShared, readShared, sharedPdf } from './visiting.ts'

/** Lists the shared links of the company. */
export const getShares: Handler<typeof calls.list> = (query, ctx) => listShared(ctx, query)

// Their addresses open it without signing in.
export const getSharesOf: Handler<typeof calls.of> = async ({ kind, subjectId }, ctx) =>
  findShares(ctx, await accessToShare(ctx, kind, subjectId))

const prepareShare = async ({ kind, subjectId, pin }: HandlerInput<typeof calls.create>, ctx: Context) => {
  await accessToShare(ctx, kind, subjectId)
  return pin ? hashed(ctx, pin) : null
}

/** Shares a page by a link. */
export const createShare: Handler<typeof calls.create, string | null> = async (
  { kind, subjectId, expiresAt },
  ctx,
  pinHash,
) => share(ctx, await accessToShare(ctx, kind, subjectId), { expiresAt, pinHash })

const prepareOpening = (link: HandlerInput<typeof sharedPages.open>, ctx: Context) => readShared(ctx, link)

/** Returns the shared page of a link. */
export const openSharedPage: Handler<typeof sharedPages.open, Awaited<ReturnType<typeof readShared>>> = (
  _,
  ctx,
  opened,
) => openShared(ctx, opened)

const shareRoutes = [
  ...routes(calls, {
    list: getShares,
    remove: takeBack,

    of: getSharesOf,
    create: { prepare: prepareShare, handle: createShare },
  }),
  ...routes(sharedPages, {
    open: { prepare: prepareOpening, handle: openSharedPage },
    pdf: { prepare: sharedPdf },
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
    await requeueIf(db, services, 'shares.erase-ended', await deleteSome(db, shares, ended))
    return undefined
  },
}

export const sharesModule: Module = {
  isolation: shareIsolation,
  routes: shareRoutes,
  jobs: [eraseEndedShares],
  queryProviders: [sharerOf.providedBy(identifySharer)],
}
