import { eq } from 'drizzle-orm'
import { legal } from '#shared/legal/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { findLegal, findLegalVersion, presentLegal } from './legalQueries.ts'
import { legalVersions } from './legalTable.ts'

/** Returns the privacy text and the terms. */
export const getLegal: Handler<typeof legal.get> = (_, ctx) => findLegal(ctx.db)

/** Publishes a new version of the legal texts. */
export const publishLegal: Handler<typeof legal.publish> = async ({ version: writtenFrom, ...texts }, ctx) => {
  const holding = await findLegalVersion(ctx.db)
  const version = holding + 1
  const published = { ...texts, version, publishedBy: ctx.actor.id, publishedAt: ctx.now, updatedAt: ctx.now }
  const [row] =
    (writtenFrom ?? holding) === holding
      ? await ctx.db.insert(legalVersions).values(published).onConflictDoNothing().returning()
      : []
  if (!row) throw new Problem('stale_revision', { data: await findLegal(ctx.db) })
  await audit(ctx, 'legal.published', { type: 'Legal', id: version, companyId: null })
  return presentLegal(row)
}

/** Corrects the legal texts in force. */
export const correctLegal: Handler<typeof legal.mend> = async ({ version, ...texts }, ctx) => {
  const [found] = await ctx.db.select().from(legalVersions).where(eq(legalVersions.version, version))
  if (!found) throw new Problem('not_found')
  if (version !== (await findLegalVersion(ctx.db)))
    throw new Problem('stale_revision', { data: await findLegal(ctx.db) })
  const [row] = await ctx.db
    .update(legalVersions)
    .set({ ...texts, updatedAt: ctx.now })
    .where(eq(legalVersions.version, version))
    .returning()
  if (!row) throw new Problem('not_found')
  await audit(ctx, 'legal.mended', { type: 'Legal', id: version, companyId: null })
  return presentLegal(row)
}

const legalRoutes = routes(legal, {
  get: getLegal,

  publish: publishLegal,

  mend: correctLegal,
})

export const legalModule: Module = { routes: legalRoutes }
