/**
 * What waits for somebody in their other companies. Each is read by the queries of its own Today, on a connection that
 * shows this company alone, with the role and the reach of that membership.
 */
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { countedTotal, maxCounted, type PageMeta } from '#shared/lib/paging.ts'
import { allows } from '#shared/lib/rules.ts'
import { maxOtherCompanies, maxTasksOfOther, type OtherCompany } from '#shared/today/contract.ts'
import { isTwoFactorDue } from '../accounts/queries.ts'
import { sessions } from '../accounts/sessionTable.ts'
import { mayEnter } from '../accounts/sso/ssoQueries.ts'
import { closedReach, givesAccess, ofMembership } from '../companies/queries.ts'
import { companies, memberships, ownRoles } from '../companies/table.ts'
import { listFindings } from '../findings/queries.ts'
import { listGuides } from '../guides/queries.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import type { Context } from '../lib/context.ts'
import { inTurn, tenantOf } from '../lib/db/pools.ts'
import { dayAt, endOfDay } from '../lib/localDays.ts'
import { listSubmissions } from '../submissions/listQueries.ts'
import { listOwnSentTasks } from '../tasks/sentTaskListQueries.ts'

/**
 * Reads them one after the other, so that somebody in many companies holds one connection at a time. A membership that
 * has ended or is frozen, and an archived company, are not there, as in the choice of companies. For administrators,
 * who work in no company as members, there are none.
 */
export async function readOtherCompanies(ctx: Context): Promise<{ companies: OtherCompany[]; more: number }> {
  const found = ctx.actor.isAdmin ? [] : await findOtherCompanies(ctx)
  const read: OtherCompany[] = []
  for (const place of found) read.push(await readCompany(ctx, place))
  return { companies: read, more: (found[0]?.total ?? 0) - found.length }
}

type Place = Awaited<ReturnType<typeof findOtherCompanies>>[number]

/** Where the actor may work beside the company of this session: those of their latest sessions, then the newest. */
function findOtherCompanies(ctx: Context) {
  const { db, actor } = ctx
  const lastSeen = sql`(select max(${sessions.lastSeenAt}) from ${sessions}
    where ${sessions.userId} = ${memberships.userId} and ${sessions.companyId} = ${memberships.companyId})`
  return db
    .select({
      ...{ id: companies.id, name: companies.name, logo: companies.logo, timeZone: companies.timeZone },
      ...{ roleId: memberships.roleId, ownRules: ownRoles.rules, reach: closedReach },
      isTwoFactorDue: isTwoFactorDue(memberships.userId),
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(memberships)
    .innerJoin(companies, and(eq(companies.id, memberships.companyId), isNull(companies.archivedAt)))
    .leftJoin(ownRoles, ofMembership)
    .where(
      and(
        eq(memberships.userId, actor.id),
        ne(memberships.companyId, actor.companyId ?? 0),
        givesAccess,
        mayEnter(ctx),
      ),
    )
    .orderBy(sql`${lastSeen} desc nulls last`, desc(memberships.joinedAt), desc(companies.id))
    .limit(maxOtherCompanies)
}

/** The actor in that company, with everything that their first call there would read of Today. */
function readCompany(ctx: Context, { id, name, logo, timeZone, roleId, ...place }: Place): Promise<OtherCompany> {
  const { isActing } = ctx.actor
  const isDue = place.isTwoFactorDue && !isActing && !ctx.session?.hasSecondFactor
  const shown = { id, name, logo, time_zone: timeZone, two_factor_due: isDue }
  if (shown.two_factor_due)
    return Promise.resolve({ ...shown, tasks: null, guides: null, reviews: null, findings: null })
  const { ownRules, reach } = place
  const actor = actorOf(ctx.actor.id, id, roleId, { ownRules, reach, isActing })
  const ability = abilityOf(actor)
  return inTurn(
    ctx.services.pools,
    'isolated',
    // In the turn of the company that the caller works in: who belongs to many has no more turns than others.
    fairnessKey(ctx.actor, ctx.ip),
    tenantOf(actor),
    false,
    async (db): Promise<OtherCompany> => ({
      ...shown,
      ...(await readWork({ ...ctx, actor, ability, db }, endOfDay(dayAt(ctx.now, timeZone), timeZone))),
    }),
  )
}

/** What a card tells of the company of `ctx`. What somebody may not read there is null and costs nothing. */
async function readWork(
  ctx: Context,
  tomorrow: Date,
): Promise<Pick<OtherCompany, 'tasks' | 'guides' | 'reviews' | 'findings'>> {
  const may = (action: string, subject: string) => allows(ctx.ability, action, subject)
  const first = { page: 1, perPage: 1 }
  const [tasks, guides, reviews, findings] = await Promise.all([
    may('read', 'SentTask')
      ? listOwnSentTasks(ctx, {
          ...{ page: 1, perPage: maxTasksOfOther, state: 'open', startsBefore: tomorrow, sort: 'due_at' },
        })
      : null,
    may('read', 'Guide') ? listGuides(ctx, { ...first, isDue: true }) : null,
    may('review', 'Submission') ? listSubmissions(ctx, { ...first, archived: false, toReview: true }) : null,
    may('update', 'Finding') ? listFindings(ctx, { ...first, state: 'open' }) : null,
  ])
  return {
    tasks: tasks && { data: tasks.data, ...totalIn(tasks) },
    guides: guides && totalIn(guides),
    reviews: reviews && totalIn(reviews),
    findings: findings && totalIn(findings),
  }
}

const totalIn = ({ meta }: { meta: PageMeta }) => countedTotal(meta.total_is_lower_bound ? maxCounted + 1 : meta.total)
