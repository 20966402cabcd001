import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { maxCounted, pageMeta } from '#shared/lib/paging.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import type { Share, SharedThing } from '#shared/shares/contract.ts'
import type { ReadableKind, ShareKind } from '#shared/shares/rules.ts'
import { users } from '../../accounts/table.ts'
import { accessGuide } from '../../guides/queries.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import { slice } from '../../lib/registers/listing.ts'
import { derive, sameSecret } from '../../lib/security/secrets.ts'
import { accessSubmission } from '../../submissions/queries.ts'
import { accessReport } from '../queries.ts'
import { shares } from './table.ts'

export type ShareRow = typeof shares.$inferSelect
export type SharedLink = { id: number; token: string }

/** The secret of a link's address: worked out, never stored. */
const shareToken = (serverKey: Buffer, { companyId, id }: Pick<ShareRow, 'companyId' | 'id'>): string =>
  derive(serverKey, 'share', companyId, id)

export const isLiving = (now: Date) => and(isNull(shares.revokedAt), gt(shares.expiresAt, now))

/** The share that this token opens, expired or not; 404 for any other. Throws `share_taken_back` for one that was. */
export async function accessShare(
  { db, services }: Pick<Context, 'db' | 'services'>,
  { id, token }: SharedLink,
): Promise<ShareRow> {
  const [share] = await db.select().from(shares).where(eq(shares.id, id))
  // Compared with something also where there is no share, so that the time says nothing either.
  const wanted = shareToken(services.serverKey, share ?? { companyId: 0, id: 0 })
  if (!sameSecret(wanted, token) || !share) throw new Problem('not_found')
  if (share.revokedAt) throw new Problem('share_taken_back')
  return share
}

/** The living links to something, the newest first. */
export async function findShares(ctx: Context, thing: Thing): Promise<Share[]> {
  const rows = await ctx.db
    .select({ share: shares, name: users.name })
    .from(shares)
    .leftJoin(users, eq(users.id, shares.createdBy))
    .where(and(eq(shares.companyId, thing.companyId), isOf(thing), isLiving(ctx.now)))
    .orderBy(desc(shares.id))
  return rows.map(({ share, name }) => presentShare(ctx, share, name))
}

/** A share in wire form, with its whole address. */
export const presentShare = ({ services }: Pick<Context, 'services'>, share: ShareRow, name: string | null): Share => ({
  id: share.id,
  address: services.address(`/shared/${share.id}/${shareToken(services.serverKey, share)}`),
  expires_at: share.expiresAt.toISOString(),
  has_pin: share.pinHash !== null,
  ...{ opened: share.opened, opened_on: share.openedOn },
  ...{ created_by: share.createdBy, created_by_name: name, created_at: share.createdAt.toISOString() },
})

type Found = {
  id: number
  kind: ShareKind
  subject_id: number
  name: SharedThing['name'] | null
  label: string | null
  has_pin: boolean
  opened: number | null
  opened_on: string | null
  expires_at: string | null
  created_by: number | null
  created_at: string
}
type Query = { page: number; perPage: number; kind?: ShareKind | undefined }

/**
 * One page of the living links of the actor's company, the newest first: one query over the tables in which links live,
 * each of which stays its feature's.
 */
export async function listShared(ctx: Context, { page, perPage, kind }: Query) {
  const { limit, offset } = slice({ page, perPage })
  const branches = branchesOf(companyOf(ctx), ctx.now.toISOString())
  const living = sql.join(kind ? [branches[kind]] : Object.values(branches), sql` union all `)
  const [{ rows }, counted] = await Promise.all([
    ctx.db.execute<Found & { created_by_name: string | null }>(sql`
      select living.*, users.name as created_by_name from (
        select * from (${living}) as every${columns} order by created_at desc, kind, id desc
          limit ${limit} offset ${offset}
      ) as living left join users on users.id = living.created_by
      order by living.created_at desc, living.kind, living.id desc`),
    ctx.db.execute<{ total: number }>(
      sql`select count(*)::int as total from (select 1 from (${living}) as every${columns}
        limit ${maxCounted + 1}) as found`,
    ),
  ])
  return {
    data: rows.map(({ created_by: _, expires_at, created_at, name, ...row }) => ({
      ...row,
      name: name ?? '',
      expires_at: expires_at && new Date(expires_at).toISOString(),
      created_at: new Date(created_at).toISOString(),
    })),
    meta: pageMeta({ page, perPage }, Number(counted.rows[0]?.total ?? 0), rows.length),
  }
}

const columns = sql.raw(
  '(id, kind, subject_id, name, label, has_pin, opened, opened_on, expires_at, created_by, created_at)',
)

/** Of something to read: what it is called, and where. */
const readable = (companyId: number, now: string, kind: ReadableKind, name: SQL, from: SQL): SQL => sql`
  select s.id, ${kind}::text, ${sql.raw(`s.${kind}_id`)}, ${name}, null::text, s.pin_hash is not null, s.opened,
    s.opened_on::text,
    s.expires_at, s.created_by, s.created_at
  from shares s join ${from}
  where s.company_id = ${companyId} and s.revoked_at is null and s.expires_at > ${now}::timestamptz`

/** What lives of each kind, in the order of `columns`. */
const branchesOf = (companyId: number, now: string): Record<ShareKind, SQL> => ({
  report: readable(
    ...([companyId, now, 'report' as const, sql`to_jsonb(r.name)`] as const),
    sql`reports r on r.company_id = s.company_id and r.id = s.report_id`,
  ),
  guide: readable(
    ...([companyId, now, 'guide' as const, sql`g.title`] as const),
    sql`guides g on g.company_id = s.company_id and g.id = s.guide_id`,
  ),
  submission: readable(
    ...([companyId, now, 'submission' as const, sql`f.name`] as const),
    sql`submissions b on b.company_id = s.company_id and b.id = s.submission_id
      join forms f on f.company_id = b.company_id and f.id = b.form_id`,
  ),
  form: sql`
    select l.id, 'form', l.form_id, f.name, nullif(l.name, ''), l.pin_hash is not null, l.responses, null::text,
      l.expires_at,
      l.created_by, l.created_at
    from public_links l join forms f on f.company_id = l.company_id and f.id = l.form_id
    where l.company_id = ${companyId} and l.revoked_at is null and f.archived_at is null
      and (l.expires_at is null or l.expires_at > ${now}::timestamptz)`,
  calendar: sql`
    select c.id, 'calendar', c.user_id, to_jsonb(u.name), null::text, false, null::int, c.read_at::date::text,
      null::timestamptz,
      c.user_id, c.created_at
    from calendar_feeds c join users u on u.id = c.user_id
    where c.company_id = ${companyId}`,
  helper: sql`
    select h.id, 'helper', h.sent_task_id, coalesce(t.titles, to_jsonb(t.title)), h.email, false, null::int, null::text,
      h.expires_at, h.invited_by, h.created_at
    from helpers h
      join sent_tasks s on s.company_id = h.company_id and s.id = h.sent_task_id
      join tasks t on t.company_id = s.company_id and t.id = s.task_id
    where h.company_id = ${companyId} and h.revoked_at is null and h.done_at is null
      and h.expires_at > ${now}::timestamptz`,
})

// What can be shared: where a share names it, and who may share it.

export type Thing = { kind: ReadableKind; companyId: number; id: number }

const thingColumns = { report: 'reportId', guide: 'guideId', submission: 'submissionId' } as const satisfies Record<
  ReadableKind,
  keyof ShareRow
>

/** The column by which a share names the thing. */
export const naming = ({ kind, id }: Pick<Thing, 'kind' | 'id'>) => ({ [thingColumns[kind]]: id })
export const isOf = ({ kind, id }: Pick<Thing, 'kind' | 'id'>): SQL => eq(shares[thingColumns[kind]], id)

/** What a share opens. */
export function thingOf(share: ShareRow): Thing {
  for (const kind of Object.keys(thingColumns) as ReadableKind[]) {
    const id = share[thingColumns[kind]]
    if (id !== null) return { kind, companyId: share.companyId, id }
  }
  throw new Error(`Share ${share.id} has no target.`)
}

/** The thing if the actor may share it; a Problem that does not tell which otherwise. It is locked. */
export async function accessThing(ctx: Context, kind: ReadableKind, id: number): Promise<Thing> {
  const access = { report: accessReport, guide: accessGuide, submission: accessSubmission }[kind]
  const row = await access(ctx, id, sharing[kind][0])
  return { kind, companyId: row.companyId, id }
}

type Reader = Pick<Context, 'db' | 'ability' | 'writes' | 'writes'>

/**
 * The thing as visitors of a link read it, with the rights of its sharer. Throws 404 for anything archived or not
 * published, for what its sharer may not share any more, and for a correction that became a version of another
 * submission.
 */
export async function readThing(reader: Reader, { kind, id }: Pick<Thing, 'kind' | 'id'>): Promise<Thing> {
  const found = await open[kind](reader, id)
  const [action, subject] = sharing[kind]
  if (!found || found.archivedAt || !allows(reader.ability, action, subject, found)) throw new Problem('not_found')
  return { kind, companyId: found.companyId, id }
}

/** What one must be allowed to share a thing: asked when it is shared, and each time that its link is opened. */
const sharing = {
  report: ['update', 'Report'],
  guide: ['update', 'Guide'],
  submission: ['share', 'Submission'],
} as const satisfies Record<ReadableKind, [string, string]>

type SharedRow = { companyId: number; archivedAt: Date | null }
const open: Record<ReadableKind, (reader: Reader, id: number) => Promise<SharedRow | null>> = {
  report: (reader, id) => accessReport(reader, id, 'read'),
  guide: async (reader, id) => {
    const guide = await accessGuide(reader, id, 'read')
    return guide.version === null || guide.status !== 'published' ? null : guide
  },
  submission: async (reader, id) => {
    const submission = await accessSubmission(reader, id, 'read')
    return submission.status === 'complete' && submission.followsAs !== 'reopening' ? submission : null
  },
}
