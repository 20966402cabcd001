/**
 * The state that a row of a register is in: what its latest finding says (`server/subjects/statuses.ts`), kept beside
 * the row, so that lists show, filter and sort it without looking anything up.
 */
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, index } from 'drizzle-orm/pg-core'
import { type SubjectStatus, subjectStatuses } from '#shared/subjects/registry.ts'
import { moment } from '../lib/db/columns.ts'

/** 'unknown' while nobody has found anything. */
export type StoredStatus = 'unknown' | SubjectStatus
const levels: readonly StoredStatus[] = ['unknown', ...subjectStatuses]

/** Numbers, so that lists sort from best to worst: 0 unknown, 1 ok, 2 attention, 3 stop. */
const statusLevel = customType<{ data: StoredStatus; driverData: number }>({
  dataType: () => 'smallint',
  toDriver: status => levels.indexOf(status),
  fromDriver: level => levels[level] ?? 'unknown',
})

export const statusColumns = () => ({
  status: statusLevel().notNull().default(sql`0`),
  /** When what it rests on was found. */
  statusSince: moment(),
  /** When somebody last completed a form about it. */
  lastCheckedAt: moment(),
})

type Stated = Record<'id' | 'companyId' | 'status' | 'statusSince' | 'lastCheckedAt', AnyPgColumn>

/**
 * The indexes behind a list's filters by state and by when it was looked at, and what the two columns must agree on.
 */
export const statusRules = (name: string, { id, companyId, status, statusSince, lastCheckedAt }: Stated) => [
  index(`${name}_status_idx`).on(companyId, status, id),
  index(`${name}_last_checked_at_idx`).on(companyId, lastCheckedAt, id),
  check(`${name}_status`, sql`${status} between 0 and 3`),
  check(`${name}_status_since`, sql`(${status} = 0) = (${statusSince} is null)` as SQL),
]
