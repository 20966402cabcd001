import { isDeepStrictEqual } from 'node:util'
import type { AuditDetails } from '#shared/audit/contract.ts'
import type { AuditAction } from '#shared/audit/rules.ts'
import { snakeCase } from '#shared/lib/casing.ts'
import type { Context } from '../lib/context.ts'
import { insertRow } from '../lib/db/prepared.ts'
import { onOwnConnection } from '../lib/unitOfWork.ts'
import { auditEntries } from './table.ts'

/** The subject of an entry. Managers of `companyId` may see it; by default that is the actor's company. */
export type AuditSubject = { type: string; id: number | null; companyId?: number | null }

/** The context of an entry: that of a request, or of the person that a sign-in found. */
export type AuditContext = Pick<Context, 'db' | 'actor' | 'session' | 'ip' | 'userAgent' | 'now'> & {
  cause?: Context['cause']
  /** Where the entry can wait for the commit. */
  deferred?: Context['deferred']
}

/**
 * Notes who did what to what, in the transaction that does it. While an admin acts as somebody, the admin is the actor
 * and the somebody is named beside. Nothing secret and nothing that people typed belongs into `details`.
 */
export async function audit(
  ctx: AuditContext,
  action: AuditAction,
  subject: AuditSubject,
  details: AuditDetails = {},
): Promise<void> {
  await auditEach(ctx, action, [subject], details)
}

/** Writes an entry for each of many subjects. */
export async function auditEach(
  ctx: AuditContext,
  action: AuditAction,
  subjects: AuditSubject[],
  details: AuditDetails = {},
): Promise<void> {
  if (subjects.length === 0) return
  const entries = subjects.map(subject => entryOf(ctx, action, subject, details))
  const [entry] = entries
  const write = () =>
    entry && entries.length === 1 ? insertRow(ctx.db, auditEntries, entry) : ctx.db.insert(auditEntries).values(entries)
  if (ctx.deferred) ctx.deferred.push(write)
  else await write()
}

function entryOf(
  ctx: AuditContext,
  action: AuditAction,
  subject: AuditSubject,
  details: AuditDetails,
): Required<Omit<typeof auditEntries.$inferInsert, 'id'>> {
  const { actor, session } = ctx
  const acting = session?.actingUserId ?? null
  return {
    companyId: subject.companyId === undefined ? actor.companyId : subject.companyId,
    actorId: acting ?? (actor.id || null),
    actingForId: acting === null ? null : actor.id,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    details,
    cause: ctx.cause ?? null,
    ip: ctx.ip || null,
    userAgent: ctx.userAgent,
    createdAt: ctx.now,
  }
}

/**
 * Notes an attempt that is refused: on a connection of its own, because the request's own transaction is rolled back.
 */
export function auditRefusal(ctx: Context, action: AuditAction, subject: AuditSubject): void {
  ctx.afterRollback.push(() => onOwnConnection(ctx, own => audit(own, action, subject)))
}

/** The fields whose words are chosen and not typed. */
const choices = new Set(['species', 'sex', 'purpose', 'type', 'priority', 'status', 'category'])
const day = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/
/** Columns that every update changes. */
const bookkeeping = new Set(['id', 'companyId', 'revision', 'createdAt', 'updatedAt'])

/**
 * Returns the changed fields: choices, numbers and days with their old and new values. Texts are only named, because
 * every manager reads the log and it outlives what may have to be erased.
 */
export function changesIn(before: object, changes: object): AuditDetails {
  const were = before as Record<string, unknown>
  const changed = Object.entries(changes).filter(
    ([field, value]) =>
      !bookkeeping.has(field) && value !== undefined && !isDeepStrictEqual(were[field] ?? null, value),
  )
  const unrecorded = changed
    .filter(([field, value]) => !isTold(field, were[field]) || !isTold(field, value))
    .map(([field]) => field)
  const recorded = changed.filter(([field]) => !unrecorded.includes(field))
  return {
    ...Object.fromEntries(
      recorded.map(([field, value]) => [snakeCase(field), { before: scalar(were[field]), after: scalar(value) }]),
    ),
    ...(unrecorded.length > 0 && { fields: unrecorded.map(snakeCase).join(', ') }),
  }
}

const isTold = (field: string, value: unknown): boolean =>
  typeof value === 'string'
    ? choices.has(field) || day.test(value)
    : value === null || value === undefined || typeof value !== 'object' || value instanceof Date

const scalar = (value: unknown) =>
  value instanceof Date ? value.toISOString() : ((value ?? null) as string | number | boolean | null)
