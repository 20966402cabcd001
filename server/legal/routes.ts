import { eq } from 'drizzle-orm'
import { legal } from '#shared/legal/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { routes } from '../lib/routes.ts'
import { findLegal, findLegalVersion, presentLegal } from './queries.ts'
import { legalVersions } from './table.ts'

export const legalRoutes = routes(legal, {
  get: (_, ctx) => findLegal(ctx.db),

  publish: async (texts, ctx) => {
    const version = (await findLegalVersion(ctx.db)) + 1
    const [row] = await ctx.db
      .insert(legalVersions)
      .values({ ...texts, version, publishedBy: ctx.actor.id, publishedAt: ctx.now, updatedAt: ctx.now })
      .returning()
    if (!row) throw new Error('The version was not stored.')
    await audit(ctx, 'legal.published', { type: 'Legal', id: version, companyId: null })
    return presentLegal(row)
  },

  mend: async ({ version, ...texts }, ctx) => {
    const [row] = await ctx.db
      .update(legalVersions)
      .set({ ...texts, updatedAt: ctx.now })
      .where(eq(legalVersions.version, version))
      .returning()
    if (!row) throw new Problem('not_found')
    await audit(ctx, 'legal.mended', { type: 'Legal', id: version, companyId: null })
    return presentLegal(row)
  },
})
