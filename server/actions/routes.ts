import { eq } from 'drizzle-orm'
import { type ActionDescription, actions } from '#shared/actions/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { routes } from '../lib/routes.ts'
import { users } from '../users/table.ts'
import { takeLink } from './commands.ts'
import { type ActionKind, accessLink, type LinkRow } from './queries.ts'
import { describeUnsubscription, readUnsubscription, unsubscribe } from './unsubscribe.ts'

/** The links of mails, whose kinds the composer lists. */
export function actionRoutes(kinds: ActionKind[]) {
  const access = async (ctx: Context, token: string) => {
    const link = await accessLink(ctx.db, token, ctx.now)
    const kind = kinds.find(({ name }) => name === link.kind)
    if (!kind) throw new Problem('not_found')
    return { link, kind, description: await describe(ctx, link, kind) }
  }

  const accessUnsubscription = async (ctx: Context, token: string) => {
    const unsubscription = readUnsubscription(ctx.services.serverKey, token)
    if (!unsubscription) return null
    const description = await describeUnsubscription(ctx, unsubscription)
    if (!description) throw new Problem('not_found')
    return { unsubscription, description }
  }

  return routes(actions, {
    describe: async ({ token }, ctx) =>
      ((await accessUnsubscription(ctx, token)) ?? (await access(ctx, token))).description,

    perform: async ({ token }, ctx) => {
      const found = await accessUnsubscription(ctx, token)
      if (found) {
        await unsubscribe(ctx, found.unsubscription)
        return found.description
      }
      const { link, kind, description } = await access(ctx, token)
      if (kind.isSingle) await takeLink(ctx, link)
      await kind.perform(ctx, link)
      return description
    },
  })
}

async function describe(ctx: Context, link: LinkRow, kind: ActionKind): Promise<ActionDescription> {
  const [user] = await ctx.db
    .select({ name: users.name, email: users.email, archivedAt: users.archivedAt })
    .from(users)
    .where(eq(users.id, link.userId))
  if (!user || user.archivedAt) throw new Problem('not_found')
  return {
    kind: kind.name,
    is_single: kind.isSingle,
    name: user.name,
    email: user.email,
    ...(await kind.describe(ctx, link)),
  }
}
