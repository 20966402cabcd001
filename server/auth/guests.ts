/** Strangers who look around: a guest of their own in the company that the settings name, for a day. */
import { and, eq, isNull, lt } from 'drizzle-orm'
import { languageIdOf, localeOf } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { endMembership } from '../companies/commands.ts'
import { companies, memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import { withDatabase } from '../lib/db/pools.ts'
import { networkOf } from '../lib/http/network.ts'
import { eachCompany } from '../lib/jobs/eachCompany.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { countTries } from '../lib/security/tries.ts'
import { archiveUser } from '../users/commands.ts'
import { users } from '../users/table.ts'
import { signIn } from './commands.ts'
import { guestTries } from './tries.ts'

const day = 24 * 3600_000

/** Throws 403 `guest_login_off` where no company is named, or it is gone. */
export async function signInAsGuest(ctx: Context, wanted: number | undefined) {
  const { config, texts } = ctx.services
  const [company] = await ctx.db
    .select({ id: companies.id, timeZone: companies.timeZone })
    .from(companies)
    .where(and(eq(companies.id, config.guestCompanyId ?? 0), isNull(companies.archivedAt)))
  if (!company) throw new Problem('guest_login_off')
  await countTries(ctx, [guestTries, networkOf(ctx.ip)])
  const languageId = wanted ?? languageIdOf(ctx.locale)
  const guestUntil = new Date(ctx.now.getTime() + day)
  const name = texts(localeOf(languageId))('users.guest')
  const [guest] = await ctx.db
    .insert(users)
    .values({ name, languageId, timeZone: company.timeZone, guestUntil })
    .returning({ id: users.id })
  if (!guest) throw new Error('The guest was not stored.')
  await ctx.db.insert(memberships).values({ companyId: company.id, userId: guest.id, roleId: roles.guest })
  return signIn(ctx, guest.id, { companyId: company.id, endsAt: guestUntil })
}

/** Guests whose day is over. What they filled in stays. */
export const endGuests: Job<object> = {
  name: 'auth.end-guests',
  schedule: '*/10 * * * *',
  work: async (_, { db, services }) => {
    const now = new Date()
    const over = await db
      .select({ id: users.id, companyId: memberships.companyId })
      .from(users)
      .leftJoin(memberships, and(eq(memberships.userId, users.id), isNull(memberships.endedAt)))
      .where(and(lt(users.guestUntil, now), isNull(users.archivedAt)))
    const archive = (userId: number) =>
      withDatabase(services.pools.jobs, { companyId: null, userId: null }, true, own =>
        archiveUser({ db: own, now, services }, userId),
      )
    const ofCompanies = Map.groupBy(over, ({ companyId }) => companyId)
    return async () => {
      for (const { id } of ofCompanies.get(null) ?? []) await archive(id)
      const companyIds = [...ofCompanies.keys()].filter(companyId => companyId !== null)
      await eachCompany(services, 'auth.end-guests', companyIds, async companyId => {
        for (const { id } of ofCompanies.get(companyId) ?? []) {
          await inCompany(services, companyId, 'guest_day_over', ctx =>
            endMembership(ctx, companyId, id, 'member.left'),
          )
          await archive(id)
        }
      })
    }
  },
}
