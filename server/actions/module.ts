import { eq, sql } from 'drizzle-orm'
import { type MailTopic, mailTopics } from '#shared/accounts/rules.ts'
import { type ActionDescription, actions } from '#shared/actions/contract.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import type { ActionKind, Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { sameSecret } from '../lib/security/secrets.ts'
import type { Module } from '../module.ts'
import { accessLink, forgetLinks, type LinkRow, takeLink, unsubscribeToken } from './commands.ts'

/** Describes what the link of an email does. */
export const describeAction: Handler<typeof actions.describe> = async ({ token }, ctx) =>
  ((await accessUnsubscription(ctx, token)) ?? (await access(ctx, token))).description

const prepareAction = async ({ token }: HandlerInput<typeof actions.perform>, ctx: Context) => {
  if (ctx.uploads.length === 0 || (await accessUnsubscription(ctx, token))) return
  const { link, kind } = await access(ctx, token)
  await kind.prepare?.(ctx, link)
}

/** Does what the link of an email is for. */
export const performAction: Handler<typeof actions.perform> = (input, ctx) => perform(input, ctx)

/** Links of mails. What they do is their features' (`ActionKind`); unsubscribing is here. */
const actionRoutes = routes(actions, {
  describe: describeAction,

  perform: { prepare: prepareAction, handle: performAction },
})

const perform: Handler<typeof actions.perform> = async ({ token, decline, ...said }, ctx) => {
  const found = await accessUnsubscription(ctx, token)
  const speaks = said.comment !== undefined || said.complete !== undefined || ctx.uploads.length > 0
  if (found) {
    if (speaks) throw invalidField('comment', 'not_an_option')
    if (decline) throw invalidField('decline', 'not_an_option')
    await unsubscribe(ctx, found.unsubscription)
    return found.description
  }
  const { link, kind, description } = await access(ctx, token)
  const act = decline ? kind.decline : kind.perform
  if (!act) throw invalidField('decline', 'not_an_option')
  if (speaks && !kind.takesWords) throw invalidField('comment', 'not_an_option')
  if (kind.isSingle) await takeLink(ctx, link)
  await act(ctx, link, said)
  // A repeatable action answers with its new state.
  return kind.isSingle ? description : describe(ctx, link, kind)
}

async function access(ctx: Context, token: string) {
  const link = await accessLink(ctx.db, token, ctx.now)
  const kind = ctx.services.actions.find(({ name }) => name === link.kind)
  if (!kind) throw new Problem('not_found')
  return { link, kind, description: await describe(ctx, link, kind) }
}

async function accessUnsubscription(ctx: Context, token: string) {
  const unsubscription = readUnsubscription(ctx.services.serverKey, token)
  if (!unsubscription) return null
  const description = await describeUnsubscription(ctx, unsubscription)
  if (!description) throw new Problem('not_found')
  return { unsubscription, description }
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
    ...(kind.decline && { can_decline: true }),
    ...(await kind.describe(ctx, link)),
  }
}

// Unsubscribing from a topic. Its links are derived and never expire. The same address answers a mail program's own
// button, which posts without asking (RFC 8058).

const kind = 'unsubscribe'

type Unsubscription = { userId: number; topic: MailTopic }

/** Reads person and topic from a token; null for another kind of token or a forged one. */
function readUnsubscription(serverKey: Buffer, token: string): Unsubscription | null {
  const [name, id, topicName] = token.split('.')
  const userId = Number(id)
  const topic = mailTopics.find(one => one === topicName)
  if (name !== kind || !topic || !Number.isInteger(userId)) return null
  return sameSecret(token, unsubscribeToken(serverKey, userId, topic)) ? { userId, topic } : null
}

/** Describes the link for its page; undefined for a deleted account. */
async function describeUnsubscription(
  { db }: Context,
  { userId, topic }: Unsubscription,
): Promise<ActionDescription | undefined> {
  const [user] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId))
  return user && { kind, is_single: false, name: user.name, email: user.email, topic }
}

/** Mutes the topic; doing it again changes nothing. */
async function unsubscribe(ctx: Context, { userId, topic }: Unsubscription): Promise<void> {
  await audit(ctx, 'account.unsubscribed', { type: 'User', id: userId, companyId: null }, { topic })
  await ctx.db
    .update(users)
    .set({ mutedTopics: sql`array_append(array_remove(${users.mutedTopics}, ${topic}), ${topic})` })
    .where(eq(users.id, userId))
}

export const actionsModule: Module = { routes: actionRoutes, jobs: [forgetLinks] }
