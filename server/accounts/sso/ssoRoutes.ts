/** Single sign-on: the way in, its settings, and what the own account is linked to. */
import { and, asc, eq } from 'drizzle-orm'
import { sso as ssoCalls } from '#shared/accounts/sso.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { audit } from '../../audit/commands.ts'
import type { Context } from '../../lib/context.ts'
import { type Handler, routes } from '../../lib/http/routes.ts'
import { refuseWhileActing, requireOwnAndRecent } from '../queries.ts'
import { sessionOf } from '../sessions.ts'
import { ssoConnections, ssoLinks } from '../ssoTable.ts'
import { credentials } from '../table.ts'
import { checkLogoutToken, endNamed, type LoggedOut } from './logout.ts'
import {
  confirmDomain,
  describeSettings,
  listDomains,
  removeSettings,
  requireSettingsOf,
  saveSettings,
  setPasswordSignIn,
  tryProvider,
} from './settings.ts'
import { countSso, finish, link, logoutTries, prepareFinish, prepareLink, prepareStart, start } from './signInFlow.ts'
import { accessConnection, choiceFor, findConnectionById } from './ssoQueries.ts'

type Begun = Awaited<ReturnType<typeof prepareStart>>

/** Finds the provider of an address. */
export const findProvider: Handler<typeof ssoCalls.find> = async ({ email }, ctx) => {
  await countSso(ctx)
  return choiceFor(ctx.db, email)
}

const prepareStarting = async ({ key }: HandlerInput<typeof ssoCalls.start>, ctx: Context) =>
  prepareStart(ctx, await accessConnection(ctx.db, key))

/** Begins to sign in at a provider. */
export const startAtProvider: Handler<typeof ssoCalls.start, Begun> = (_, ctx, begun) => start(ctx, begun)

const prepareFinishing = ({ key, answer }: HandlerInput<typeof ssoCalls.finish>, ctx: Context) =>
  prepareFinish(ctx, key, answer)

/** Finishes signing in at a provider. */
export const finishAtProvider: Handler<typeof ssoCalls.finish, Awaited<ReturnType<typeof prepareFinish>>> = (
  _,
  ctx,
  answered,
) => finish(ctx, answered)

const prepareLinking = (input: HandlerInput<typeof ssoCalls.link>, ctx: Context) => prepareLink(ctx, input)

/** Links an account to a provider by its password. */
export const linkToProvider: Handler<typeof ssoCalls.link, Awaited<ReturnType<typeof prepareLink>>> = (
  input,
  ctx,
  checked,
) => link(ctx, input, checked)

const prepareLogout = async ({ key, logoutToken }: HandlerInput<typeof ssoCalls.logout>, ctx: Context) => {
  await countSso(ctx, logoutTries)
  return checkLogoutToken(ctx, key, logoutToken)
}

/** Ends sessions that ended at the provider. */
export const logoutFromProvider: Handler<typeof ssoCalls.logout, LoggedOut> = (_, ctx, loggedOut) =>
  endNamed(ctx, loggedOut)

const prepareAgain = async (_: unknown, ctx: Context) => {
  refuseWhileActing(ctx)
  const id = ctx.session?.ssoConnectionId
  const connection = id ? await findConnectionById(ctx.db, id) : undefined
  // Who has a password gives it: a provider's people could otherwise be anybody who runs it.
  if (!connection || (await hasPassword(ctx))) throw new Problem('not_found')
  return prepareStart(ctx, connection, true)
}

/** Confirms who is signed in, at the provider. */
export const confirmAtProvider: Handler<typeof ssoCalls.again, Begun> = (_, ctx, begun) =>
  start(ctx, begun, { userId: ctx.actor.id, sessionId: sessionOf(ctx) })

async function hasPassword({ db, actor }: Context): Promise<boolean> {
  const found = await db.select({ id: credentials.userId }).from(credentials).where(eq(credentials.userId, actor.id))
  return found.length > 0
}

/** Lists the providers of the own account. */
export const getLinks: Handler<typeof ssoCalls.links> = async (_, { db, actor }) => {
  const found = await db
    .select({ link: ssoLinks, name: ssoConnections.name })
    .from(ssoLinks)
    .innerJoin(ssoConnections, eq(ssoConnections.id, ssoLinks.connectionId))
    .where(eq(ssoLinks.userId, actor.id))
    .orderBy(asc(ssoLinks.id))
  return found.map(({ link: { id, email, createdAt, lastUsedAt }, name }) => ({
    ...{ id, name, email },
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Unlinks the own account from a provider. */
export const deleteLink: Handler<typeof ssoCalls.unlink> = async ({ id }, ctx) => {
  const mine = and(eq(ssoLinks.id, id), eq(ssoLinks.userId, ctx.actor.id))
  const [found] = await ctx.db.select({ id: ssoLinks.id }).from(ssoLinks).where(mine)
  if (!found) throw new Problem('not_found')
  if (!(await hasPassword(ctx))) throw new Problem('sso_no_password')
  requireOwnAndRecent(ctx)
  await ctx.db.delete(ssoLinks).where(mine)
  await audit(ctx, 'sso.unlinked', { type: 'User', id: ctx.actor.id })
  return null
}

/** Reads the single sign-on of a company or the platform. */
export const getSettings: Handler<typeof ssoCalls.get> = ({ companyId }, ctx) =>
  describeSettings(ctx, requireSettingsOf(ctx, companyId, 'read'))

const prepareSaving = async ({ companyId, issuer, isPrivate }: HandlerInput<typeof ssoCalls.save>, ctx: Context) => {
  const wanted = requireSettingsOf(ctx, companyId, 'update')
  requireOwnAndRecent(ctx)
  const reason = await tryProvider(ctx, wanted, issuer, isPrivate)
  if (reason !== null) throw invalidField('issuer', 'cannot_be_used', { reason })
}

/** Sets single sign-on up. */
export const putSettings: Handler<typeof ssoCalls.save> = ({ companyId, ...draft }, ctx) =>
  saveSettings(ctx, requireSettingsOf(ctx, companyId, 'update'), draft)

/** Tests the address of a provider. */
export const testProvider: Handler<typeof ssoCalls.test> = async ({ companyId, issuer, isPrivate }, ctx) => ({
  reason: await tryProvider(ctx, requireSettingsOf(ctx, companyId, 'update'), issuer, isPrivate),
})

/** Ends single sign-on. */
export const deleteSettings: Handler<typeof ssoCalls.remove> = ({ companyId }, ctx) =>
  removeSettings(ctx, requireSettingsOf(ctx, companyId, 'delete'))

/** Switches sign-in by password off or on. */
export const putPasswordSignIn: Handler<typeof ssoCalls.setPassword> = (
  { companyId, isOff, breakGlassUserId = null },
  ctx,
) => setPasswordSignIn(ctx, requireSettingsOf(ctx, companyId, 'update'), isOff, breakGlassUserId)

/** Lists the domains that companies want. */
export const getDomains: Handler<typeof ssoCalls.domains> = (_, ctx) => listDomains(ctx)

/** Confirms that a domain is of a company. */
export const putDomain: Handler<typeof ssoCalls.confirmDomain> = ({ id, isConfirmed }, ctx) =>
  confirmDomain(ctx, id, isConfirmed)

export const ssoRoutes = routes(ssoCalls, {
  find: { prepare: findProvider },
  start: { prepare: prepareStarting, handle: startAtProvider },
  finish: { prepare: prepareFinishing, handle: finishAtProvider },
  link: { prepare: prepareLinking, handle: linkToProvider },
  logout: { prepare: prepareLogout, handle: logoutFromProvider },
  again: { prepare: prepareAgain, handle: confirmAtProvider },
  links: getLinks,
  unlink: deleteLink,
  get: getSettings,
  save: { prepare: prepareSaving, handle: putSettings },
  test: { prepare: testProvider },
  remove: deleteSettings,
  setPassword: putPasswordSignIn,
  domains: getDomains,
  confirmDomain: putDomain,
})
