/** Serves the address that calendar programs poll. Its secret alone opens it, inside tenant isolation. */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { feeds as calls } from '#shared/feeds/contract.ts'
import { localeOf } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { users } from '../../accounts/table.ts'
import { actorAt, findCompany } from '../../companies/queries.ts'
import { heavyWork } from '../../lib/concurrency/heavyWork.ts'
import { yieldByClock } from '../../lib/concurrency/yielding.ts'
import { type Services, whereRefused } from '../../lib/context.ts'
import { inTurn, shownTo, tenantOf } from '../../lib/db/pools.ts'
import { type Handler, routes } from '../../lib/http/routes.ts'
import { networkOf } from '../../lib/network/network.ts'
import type { Limit } from '../../lib/security/limits.ts'
import type { Module } from '../../module.ts'
import { endFeed, findFeed, renewFeed } from './commands.ts'
import { feedEvents, readFeedTasks } from './events.ts'
import { calendarFile } from './icalendar.ts'
import { calendarFeeds, feedRoute, readFeedFile } from './table.ts'

/** Readings of one address in an hour; programs poll every quarter of an hour at most. */
export const feedReads: Limit = { name: 'readings of a calendar', tries: 60, seconds: 3600 }
const wrongAddresses: Limit = { name: 'wrong calendars from a place', tries: 60, seconds: 3600 }
const minute = 60_000

function serveFeeds(app: FastifyInstance, services: Services): void {
  app.get(feedRoute, async (request, reply) => {
    const named = readFeedFile(services.serverKey, (request.params as { file: string }).file)
    if (!named) await services.limits.spend(wrongAddresses, networkOf(request.ip))
    if (!named) throw new Problem('not_found')
    await services.limits.spend(feedReads, `${named.companyId} ${named.id}`)
    const content = await calendarOf(services, named)
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
    reply
      .header('etag', etag)
      .header('cache-control', 'private, max-age=300')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
    // Proxies that compress an answer weaken its tag.
    const known = request.headers['if-none-match']?.split(',').map(tag => tag.trim().replace(/^W\//, '')) ?? []
    if (known.includes(etag)) return reply.code(304).send()
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="tend.ics"')
      .send(content)
  })
}

async function calendarOf(services: Services, { companyId, id }: { companyId: number; id: number }): Promise<string> {
  const now = new Date()
  const tenant = { companyId, userId: null, reach: null }
  const { name, locale, timeZone, found } = await inTurn(
    services.pools,
    'isolated',
    `company ${companyId}`,
    tenant,
    true,
    async db => {
      const [feed] = await db
        .select({
          userId: calendarFeeds.userId,
          readAt: calendarFeeds.readAt,
          languageId: users.languageId,
          name: users.name,
        })
        .from(calendarFeeds)
        .innerJoin(users, eq(users.id, calendarFeeds.userId))
        .where(eq(calendarFeeds.id, id))
      const company = await findCompany(db, companyId)
      if (!feed || !company || company.archivedAt) throw new Problem('not_found')
      const locale = localeOf(feed.languageId)
      const actor = await actorAt(db, feed.userId, companyId).catch(whereRefused(() => null))
      if (!actor) throw new Problem('not_found')
      const whose = { companyId, userId: feed.userId, timeZone: company.timeZone }
      const found = await shownTo(db, tenantOf(actor, companyId), tenant, () => readFeedTasks({ db, now }, whose))
      if (!found) throw new Problem('not_found')
      if (!feed.readAt || now.getTime() - feed.readAt.getTime() > minute)
        await db.update(calendarFeeds).set({ readAt: now }).where(eq(calendarFeeds.id, id))
      return {
        name: services.texts(locale)('feeds.name', { company: company.name }),
        locale,
        timeZone: company.timeZone,
        found,
      }
    },
  )
  // Evaluates rules and zones after releasing the connection, fairly between companies.
  return heavyWork('calendar', `company ${companyId}`, async stop => {
    const pause = yieldByClock(stop)
    const events = await feedEvents({ now, locale, services, timeZone }, found, pause)
    return calendarFile(name, events, now, pause)
  })
}

export const getFeed: Handler<typeof calls.get> = (_, ctx) => findFeed(ctx)

export const createFeed: Handler<typeof calls.create> = (_, ctx) => renewFeed(ctx)

export const deleteFeed: Handler<typeof calls.remove> = (_, ctx) => endFeed(ctx)

export const feedsModule: Module = {
  routes: routes(calls, { get: getFeed, create: createFeed, remove: deleteFeed }),
  serve: serveFeeds,
}
