/**
 * Brings the states of subjects into line with their findings: with what was closed, a state ends that nothing else
 * open explains, and with what is open again it returns.
 */
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registry, subjectKey, subjectTypes, worstStatus } from '#shared/subjects/registry.ts'
import type { Context } from '../lib/context.ts'
import { amendStatuses, latestStatusesOf } from '../subjects/commands.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { findingSubjects, findings } from './table.ts'

type FindingRow = typeof findings.$inferSelect

/**
 * Brings the subjects of changed findings up to date. The latest word counts only where a form with findings gave it:
 * what a person said by hand, or a form without any, stays. `onlyAmended`: where a form gave it itself, that stays too.
 */
export async function alignStatuses(
  ctx: Context,
  changed: FindingRow[],
  at: Date,
  { onlyAmended = false } = {},
): Promise<void> {
  const [first] = changed
  if (!first) return
  const { companyId } = first
  const ids = changed.map(({ id }) => id)
  const about = await subjectsOf(ctx.db, findingSubjects, findingSubjects.findingId, ids)
  const causes = new Map<string, { subject: SubjectRef; cause: FindingRow }>()
  for (const cause of changed)
    for (const subject of about.get(cause.id) ?? [])
      if (!causes.has(subjectKey(subject))) causes.set(subjectKey(subject), { subject, cause })
  const subjects = [...causes.values()].map(({ subject }) => subject)
  const latest = await latestStatusesOf(ctx, companyId, subjects)
  const explained = await explainedAmong(
    ctx,
    companyId,
    [...latest.values()].flatMap(({ submissionId, amended }) => (onlyAmended && !amended ? [] : (submissionId ?? []))),
  )
  const said = [...causes].flatMap(([key, { subject, cause }]) => {
    const last = latest.get(key)
    const isExplained = last && explained.has(last.submissionId ?? 0) && !(onlyAmended && !last.amended)
    return isExplained ? [{ key, subject, cause, last }] : []
  })
  const open = await openAbout(
    ctx,
    companyId,
    said.map(({ subject }) => subject),
  )
  await amendStatuses(
    ctx,
    companyId,
    said.flatMap(({ key, subject, cause, last }) => {
      const its = open.get(key) ?? []
      const state = worstStatus(its.flatMap(({ status }) => status ?? [])) ?? 'ok'
      if (state === last.state) return []
      const reason = its.find(({ status }) => status === state) ?? cause
      return {
        ...{ subject, state, submissionId: reason.submissionId, userId: cause.closedBy ?? (ctx.actor.id || null) },
        finding: reason.question ?? undefined,
        reason: cause.reason ?? undefined,
        foundAt: at > last.foundAt ? at : last.foundAt,
      }
    }),
  )
}

/** Returns the submissions whose findings explain the states that they gave. */
async function explainedAmong({ db }: Context, companyId: number, submissionIds: number[]): Promise<Set<number>> {
  if (submissionIds.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: findings.submissionId })
    .from(findings)
    .where(
      and(
        ...[eq(findings.companyId, companyId), inArray(findings.submissionId, submissionIds)],
        isNotNull(findings.status),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Reads the open findings about subjects that give them a state, by subject, the latest first. */
async function openAbout({ db }: Context, companyId: number, subjects: SubjectRef[]) {
  const open = new Map<string, FindingRow[]>()
  if (subjects.length === 0) return open
  const ofType = Map.groupBy(subjects, ({ type }) => type)
  const rows = await db
    .select({ finding: getTableColumns(findings), about: getTableColumns(findingSubjects) })
    .from(findingSubjects)
    .innerJoin(
      findings,
      and(eq(findings.companyId, findingSubjects.companyId), eq(findings.id, findingSubjects.findingId)),
    )
    .where(
      and(
        ...[eq(findingSubjects.companyId, companyId), isNull(findings.closedAt), isNotNull(findings.status)],
        or(
          ...[...ofType].map(([type, its]) =>
            inArray(
              findingSubjects[registry[type].column],
              its.map(({ id }) => id),
            ),
          ),
        ),
      ),
    )
    .orderBy(desc(findings.foundAt), desc(findings.id))
  for (const { finding, about } of rows)
    for (const type of subjectTypes) {
      const id = about[registry[type].column]
      if (id === null) continue
      const key = subjectKey({ type, id })
      open.set(key, [...(open.get(key) ?? []), finding])
    }
  return open
}
