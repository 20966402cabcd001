/** Whom a guide is for, as SQL, and who of them has confirmed what is published. */
import { and, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Actor } from '#shared/lib/actor.ts'
import { roles } from '#shared/lib/roles.ts'
import { users } from '../accounts/table.ts'
import { isAtWork } from '../companies/queries.ts'
import { isNoGuestIn, memberships } from '../companies/table.ts'
import type { guides } from './table.ts'

/**
 * The highest version that somebody has confirmed. Columns lose their table in a select from one table, so they are
 * written out.
 */
export const confirmedVersion = (userId: number) => sql<number | null>`(select max(r.version) from guide_readings r
  where r.company_id = guides.company_id and r.guide_id = guides.id and r.user_id = ${userId})`

/** Whether a guide is for the role of the actor. */
function isFor({ id, companyId, roleId, isGuest }: Actor): SQL {
  if (companyId === null) return sql`false`
  if (isGuest) return sql`guides.for_guests`
  return sql`(guides.reader_role_ids is null or ${roleId} = any(guides.reader_role_ids)
    or ${id} = any(guides.reader_ids))`
}

/** Whether the actor still has to confirm what is published. */
export const isDue = (
  actor: Actor,
) => sql<boolean>`(guides.must_read and guides.status = 'published' and ${isFor(actor)}
  and guides.version is distinct from ${confirmedVersion(actor.id)})`

/** Members at work whom the guide of a row is for. */
const readers = sql`memberships m join users u on u.id = m.user_id and u.archived_at is null
  where m.company_id = guides.company_id and m.ended_at is null and m.frozen_at is null and not m.is_key
  and case when m.role_id = ${roles.guest} then guides.for_guests
    else guides.reader_role_ids is null or m.role_id = any(guides.reader_role_ids)
      or m.user_id = any(guides.reader_ids) end`

export const countReaders = sql<number>`(select count(*)::int from ${readers})`
export const countConfirmed = sql<number>`(select count(*)::int from ${readers}
  and exists (select 1 from guide_readings r where r.company_id = guides.company_id and r.guide_id = guides.id
    and r.user_id = m.user_id and r.version = guides.version))`

type Audience = Pick<typeof guides.$inferSelect, 'companyId' | 'readerRoleIds' | 'readerIds' | 'forGuests'>

/** Of people: whom this guide is for. */
export function audienceOf({ companyId, readerRoleIds, readerIds, forGuests }: Audience): SQL | undefined {
  const { roleId } = memberships
  const working = and(
    isNoGuestIn(roleId),
    readerRoleIds === null ? undefined : or(among(roleId, readerRoleIds), among(memberships.userId, readerIds)),
  )
  const membership = new QueryBuilder()
    .select({ one: sql`1` })
    .from(memberships)
    .where(
      and(
        eq(memberships.companyId, companyId),
        eq(memberships.userId, users.id),
        isAtWork,
        forGuests ? or(working, eq(roleId, roles.guest)) : working,
      ),
    )
  return and(isNull(users.archivedAt), exists(membership))
}

const among = (column: AnyPgColumn, ids: number[]): SQL => (ids.length > 0 ? inArray(column, ids) : sql`false`)
