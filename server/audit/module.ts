import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type AuditEntry, auditLog } from '#shared/audit/contract.ts'
import { users } from '../accounts/table.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { deleteSome, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { matching, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import type { Module } from '../module.ts'
import { type KnownSubject, subjectsOfLog } from './ports.ts'
import { auditEntries, auditIsolation } from './table.ts'

const actors = alias(users, 'actors')
const others = alias(users, 'others')
const subjects = alias(users, 'subjects')

type AuditQuery = { page: number; perPage: number; from?: string | undefined; to?: string | undefined } & Record<
  string,
  unknown
>

/** One page of what happened, the latest first. Names are those that the reader may see. */
async function listAudit(ctx: Context, query: AuditQuery) {
  const found = await listEntries(ctx, query)
  const known = await subjectsKnown(ctx, found.data)
  return {
    ...found,
    data: found.data.map((entry): AuditEntry => {
      const subject = known.get(keyOf(entry, entry.company_id)) ?? known.get(keyOf(entry))
      if (!subject) return entry
      return {
        ...entry,
        subject_name: entry.subject_name ?? subject.name,
        subject_about: subject.about ?? null,
        subject_target_id: subject.targetId ?? null,
      }
    }),
  }
}

const keyOf = (
  { subject_type, subject_id }: Pick<AuditEntry, 'subject_type' | 'subject_id'>,
  companyId: number | null = null,
) => `${subject_type} ${subject_id} ${companyId ?? ''}`

/** What the subjects of a page of entries are called, by their keys. */
async function subjectsKnown({ db, ability, locale }: Context, entries: AuditEntry[]) {
  const known = new Map<string, KnownSubject>()
  for (const [type, ofType] of Map.groupBy(entries, entry => entry.subject_type)) {
    const ids = [...new Set(ofType.flatMap(({ subject_id }) => subject_id ?? []))]
    if (ids.length === 0) continue
    for (const subject of (await subjectsOfLog.query(db, { ability, locale, type, ids })).flat())
      known.set(keyOf({ subject_type: type, subject_id: subject.id }, subject.companyId), subject)
  }
  return known
}

function listEntries({ db, ability }: Context, { page, perPage, from, to, ...filters }: AuditQuery) {
  const where = and(
    accessible(ability, 'read', 'AuditEntry', auditEntries),
    matching(auditEntries, filters),
    from === undefined ? undefined : gte(auditEntries.createdAt, startOf(from)),
    to === undefined ? undefined : lt(auditEntries.createdAt, startOf(to, 1)),
  )
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: db
        .select({ entry: auditEntries, actor: actors.name, actingFor: others.name, subject: subjects.name })
        .from(auditEntries)
        .leftJoin(actors, eq(actors.id, auditEntries.actorId))
        .leftJoin(others, eq(others.id, auditEntries.actingForId))
        .leftJoin(subjects, and(eq(auditEntries.subjectType, 'User'), eq(subjects.id, auditEntries.subjectId)) as SQL)
        .where(where)
        .orderBy(desc(auditEntries.id))
        .limit(limit)
        .offset(offset),
      totals: totalOf(db, auditEntries, where),
      present: ({ entry, actor, actingFor, subject }): AuditEntry => ({
        id: entry.id,
        company_id: entry.companyId,
        actor: person(entry.actorId, actor),
        acting_for: person(entry.actingForId, actingFor),
        action: entry.action,
        subject_type: entry.subjectType,
        subject_id: entry.subjectId,
        ...{ subject_name: subject, subject_about: null, subject_target_id: null },
        details: entry.details,
        cause: entry.cause,
        ip: entry.ip,
        user_agent: entry.userAgent,
        created_at: entry.createdAt.toISOString(),
      }),
    },
  )
}

const person = (id: number | null, name: string | null) => (id === null ? null : { id, name })
const startOf = (day: string, daysLater = 0) => new Date(Date.parse(`${day}T00:00:00Z`) + daysLater * 24 * 3600_000)

/** Deletes entries after 400 days. */
export const forgetAudit: Job<object> = {
  name: 'audit.forget',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const isMore = await deleteSome(db, auditEntries, lt(auditEntries.createdAt, sql`now() - interval '400 days'`))
    await requeueIf(db, services, 'audit.forget', isMore)
  },
}

/** Lists what was done. */
export const getAuditLog: Handler<typeof auditLog.list> = (query, ctx) => listAudit(ctx, query)

const auditRoutes = routes(auditLog, { list: getAuditLog })

export const auditModule: Module = { routes: auditRoutes, jobs: [forgetAudit], isolation: auditIsolation }
