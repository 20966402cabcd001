/**
 * Brings the states of subjects into line with their findings: with what was closed, a state ends that nothing else
 * open explains, and with what is open again it returns.
 */
import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registry, type SubjectType, worstStatus } from '#shared/subjects/registry.ts'
import type { Context } from '../lib/context.ts'
import { amendStatus, latestStatusOf } from '../subjects/commands.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { findingSubjects, findings } from './table.ts'

type FindingRow = typeof findings.$inferSelect

/**
 * Brings the subjects of changed findings up to date. The latest word counts only where a form with findings gave it:
 * what a person said by hand, or a form without any, stays.
 */
export async function alignStatuses(ctx: Context, changed: FindingRow[], at: Date): Promise<void> {
  const [first] = changed
  if (!first) return
  const { companyId } = first
  const about = await subjectsOf(
    ctx.db,
    findingSubjects,
    findingSubjects.findingId,
    changed.map(({ id }) => id),
  )
  for (const finding of changed)
    for (const subject of about.get(finding.id) ?? []) await align(ctx, companyId, subject, finding, at)
}

async function align(ctx: Context, companyId: number, subject: SubjectRef, changed: FindingRow, at: Date) {
  const latest = await latestStatusOf(ctx, companyId, subject)
  if (!latest || latest.submissionId === null || !(await explains(ctx, companyId, latest.submissionId))) return
  const open = await openAbout(ctx, companyId, subject)
  const state = worstStatus(open.flatMap(({ status }) => status ?? [])) ?? 'ok'
  if (state === latest.state) return
  const reason = open.find(({ status }) => status === state) ?? changed
  await amendStatus(ctx, companyId, {
    ...{ subject, state, submissionId: reason.submissionId, userId: changed.closedBy ?? (ctx.actor.id || null) },
    finding: reason.question ?? undefined,
    reason: changed.reason ?? undefined,
    foundAt: at > latest.foundAt ? at : latest.foundAt,
  })
}

/** Whether the states that a submission gave are explained by its findings. */
async function explains({ db }: Context, companyId: number, submissionId: number): Promise<boolean> {
  const [one] = await db
    .select({ id: findings.id })
    .from(findings)
    .where(and(eq(findings.companyId, companyId), eq(findings.submissionId, submissionId), isNotNull(findings.status)))
    .limit(1)
  return one !== undefined
}

/** Lists the open findings about a subject that give it a state, the latest first. */
function openAbout({ db }: Context, companyId: number, { type, id }: { type: SubjectType; id: number }) {
  const its = db
    .select({ id: findingSubjects.findingId })
    .from(findingSubjects)
    .where(and(eq(findingSubjects.companyId, companyId), eq(findingSubjects[registry[type].column], id)))
  return db
    .select()
    .from(findings)
    .where(
      and(
        ...[eq(findings.companyId, companyId), inArray(findings.id, its)],
        ...[isNull(findings.closedAt), isNotNull(findings.status)],
      ),
    )
    .orderBy(desc(findings.foundAt), desc(findings.id))
}
