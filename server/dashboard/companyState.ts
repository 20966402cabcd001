/** Reads the state of one company for its managers. Each number uses the condition of the list behind it. */
import { and, count, eq, isNull } from 'drizzle-orm'
import type { CompanyState } from '#shared/dashboard/contract.ts'
import { type FigureKind, figureKinds } from '#shared/dashboard/figures.ts'
import { countedTotal, maxCounted, type PageMeta } from '#shared/lib/paging.ts'
import { allows } from '#shared/lib/rules.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { users } from '../accounts/table.ts'
import { listInvites } from '../companies/inviteQueries.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import { listFindings } from '../findings/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { totalOf } from '../lib/registers/listing.ts'
import { listShared } from '../reports/shares/queries.ts'
import { registers } from '../subjects/registers.ts'
import { listSubmissions } from '../submissions/listQueries.ts'
import { submissionsByWeek } from '../submissions/queries.ts'
import { companySentTasks } from '../tasks/sentTaskListQueries.ts'
import { sentTasks } from '../tasks/table.ts'

type Total = Pick<PageMeta, 'total' | 'total_is_lower_bound'>
type Figures = Partial<Record<FigureKind, Total>>

const one = { page: 1, perPage: 1 }
const weeks = 12

/** Reads open work, totals and twelve weeks, each as far as the actor may read it. */
export async function readState(ctx: Context): Promise<CompanyState> {
  const companyId = companyOf(ctx)
  const parts = await Promise.all([
    ofTasks(ctx, companyId),
    ofFindings(ctx),
    ofReviews(ctx),
    ofPeople(ctx, companyId),
    ofShares(ctx),
    ...(['animal', 'animal_group', 'location', 'vehicle'] as const).map(type => ofRegister(ctx, companyId, type)),
  ])
  const found: Figures = Object.assign({}, ...parts)
  return {
    made_at: ctx.now.toISOString(),
    figures: figureKinds.flatMap(kind => {
      const total = found[kind]
      return total ? [{ kind, ...total }] : []
    }),
    weeks: allows(ctx.ability, 'read', 'Submission') ? await weeksOf(ctx, companyId) : null,
  }
}

/** As a list says it, of which no more than the first row was asked for. */
const inAll = ({ meta }: { meta: PageMeta }): Total =>
  countedTotal(meta.total_is_lower_bound ? maxCounted + 1 : meta.total)

async function ofTasks(ctx: Context, companyId: number): Promise<Figures> {
  if (!allows(ctx.ability, 'read', 'Task')) return {}
  const total = async (state: 'open' | 'overdue') =>
    countedTotal((await totalOf(ctx.db, sentTasks, companySentTasks(ctx, companyId, state)))[0]?.total ?? 0)
  const [tasks_open, tasks_overdue] = await Promise.all([total('open'), total('overdue')])
  return { tasks_open, tasks_overdue }
}

async function ofFindings(ctx: Context): Promise<Figures> {
  if (!allows(ctx.ability, 'read', 'Finding')) return {}
  return { findings_open: inAll(await listFindings(ctx, { ...one, state: 'open' })) }
}

async function ofReviews(ctx: Context): Promise<Figures> {
  if (!allows(ctx.ability, 'review', 'Submission')) return {}
  return {
    submissions_to_review: inAll(await listSubmissions(ctx, { ...one, archived: false, reviewState: 'received' })),
  }
}

async function ofPeople(ctx: Context, companyId: number): Promise<Figures> {
  if (!allows(ctx.ability, 'read', 'Member') || !allows(ctx.ability, 'read', 'Invite')) return {}
  const [members, pending, failed] = await Promise.all([
    membersOf(ctx, companyId),
    listInvites(ctx, companyId, { ...one, state: 'pending' }),
    listInvites(ctx, companyId, { ...one, state: 'delivery_failed' }),
  ])
  return {
    members: countedTotal(members[0]?.total ?? 0),
    invitations_unanswered: inAll(pending),
    invitations_failed: inAll(failed),
  }
}

/** Who came by guest login for a day is not among them. */
const membersOf = ({ db }: Context, companyId: number) =>
  db
    .select({ total: count() })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.companyId, companyId),
        isNull(memberships.endedAt),
        eq(memberships.isKey, false),
        isNull(users.guestUntil),
      ),
    )

async function ofShares(ctx: Context): Promise<Figures> {
  return allows(ctx.ability, 'read', 'Share') ? { shared: inAll(await listShared(ctx, one)) } : {}
}

/** All rows of a register, and those that something was found at. */
async function ofRegister(ctx: Context, companyId: number, type: SubjectType): Promise<Figures> {
  const { subject } = registry[type]
  if (!allows(ctx.ability, 'read', subject)) return {}
  const table = registers[type]
  const rows = await ctx.db
    .select({ status: table.status, total: count() })
    .from(table)
    .where(
      and(eq(table.companyId, companyId), accessible(ctx.ability, 'read', subject, table), isNull(table.archivedAt)),
    )
    .groupBy(table.status)
  const all = rows.reduce((sum, { total }) => sum + total, 0)
  const of = (status: string) => countedTotal(rows.find(row => row.status === status)?.total ?? 0)
  return { [`${type}s`]: countedTotal(all), [`${type}s_stop`]: of('stop'), [`${type}s_attention`]: of('attention') }
}

async function weeksOf(ctx: Context, companyId: number): Promise<CompanyState['weeks']> {
  const zone = await zoneOfCompany(ctx.db, companyId)
  const last = dayAt(ctx.now, zone)
  const first = daysLater(last, 1 - 7 * weeks)
  const rows = await submissionsByWeek(ctx, { from: first, to: last }, zone)
  return Array.from({ length: weeks }, (_, week) => {
    const { submissions = 0, act = 0, average = null } = rows.find(row => Number(row.week) === week) ?? {}
    return { from: daysLater(first, 7 * week), to: daysLater(first, 7 * week + 6), submissions, act, average }
  })
}
