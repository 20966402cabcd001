import { and, asc, eq, inArray } from 'drizzle-orm'
import { findings as calls } from '#shared/findings/contract.ts'
import { findingStages, stageOf } from '#shared/lib/findingStages.ts'
import { registry } from '#shared/subjects/registry.ts'
import { animalGroups, animals } from '../animals/table.ts'
import { files } from '../files/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { inPreparedIds, preparedOn } from '../lib/db/prepared.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { stagesOfSubmissions } from '../subjects/ports.ts'
import { type Origin, originsOf } from '../tasks/ports.ts'
import { sentTasks } from '../tasks/table.ts'
import { findingListeners, reopenFinding, settleFinding } from './commands.ts'
import { exportFindings } from './export.ts'
import { accessFinding, listFindings, presentFinding } from './queries.ts'
import { findingIsolation, findingSubjects, findings, isShown } from './table.ts'

export const getFindings: Handler<typeof calls.list> = (query, ctx) => listFindings(ctx, query)

/** Returns a finding. */
export const getFinding: Handler<typeof calls.get> = async ({ id }, ctx) =>
  presentFinding(ctx, await accessFinding(ctx, id, 'read'))

export const closeFinding: Handler<typeof calls.settle> = async ({ id, reason }, ctx) =>
  settleFinding(ctx, await accessFinding(ctx, id, 'update'), reason)

export const reopenClosedFinding: Handler<typeof calls.reopen> = async ({ id }, ctx) =>
  reopenFinding(ctx, await accessFinding(ctx, id, 'update'))

const findingRoutes = routes(calls, {
  list: getFindings,
  get: getFinding,
  export: exportFindings,
  settle: closeFinding,
  reopen: reopenClosedFinding,
})

/** No answer takes more pictures than are worth showing on a card. */
const maxPhotos = 4

/** Provides the answers that opened tasks. */
const origins = originsOf.providedBy(async (db, taskIds) => {
  const found = new Map<number, Origin>()
  if (taskIds.length === 0) return found
  const rows = await preparedOn(db, 'origins of tasks', prepareOrigins).execute({ ids: taskIds })
  for (const { taskId: id, path, name, closedAt, doneAt, closedHow, ...answer } of rows) {
    if (id === null) continue
    const origin = found.get(id) ?? { ...answer, closedAt, closedHow, stage: stageOf({ closedAt, doneAt }), photos: [] }
    found.set(id, origin)
    if (path !== null && name !== null && origin.photos.length < maxPhotos) origin.photos.push({ path, name })
  }
  return found
})

const { taskId, submissionId, questionId, companyId, closedAt, doneAt, closedHow } = findings

const prepareOrigins = (db: Database, name: string) =>
  db
    .select({ taskId, submissionId, questionId, closedAt, doneAt, closedHow, path: files.path, name: files.name })
    .from(findings)
    .leftJoin(files, and(eq(files.companyId, companyId), eq(files.submissionId, submissionId), isShown))
    .where(inPreparedIds(taskId))
    .orderBy(asc(files.id))
    .prepare(name)

/** Provides how far the findings of each submission about a row are: open while one is. */
const stages = stagesOfSubmissions.providedBy(async (db, { companyId, subject: { type, id }, submissionIds }) => {
  if (submissionIds.length === 0) return new Map()
  const rows = await db
    .select({ submissionId, closedAt, doneAt })
    .from(findings)
    .innerJoin(findingSubjects, eq(findingSubjects.findingId, findings.id))
    .where(
      and(
        ...[eq(findings.companyId, companyId), inArray(submissionId, submissionIds)],
        eq(findingSubjects[registry[type].column], id),
      ),
    )
  const ofEach = Map.groupBy(rows, row => row.submissionId)
  return new Map(
    [...ofEach].map(([of, its]) => {
      const known = its.map(stageOf)
      return [of, findingStages.find(stage => known.includes(stage)) ?? 'closed']
    }),
  )
})

export const findingsModule: Module = {
  isolation: findingIsolation,
  routes: findingRoutes,
  incremental: [
    {
      ...{ call: calls.list, table: findings, follows: [animals, animalGroups] },
      given: { table: sentTasks, to: sentTasks.userId },
    },
  ],
  listeners: findingListeners,
  queryProviders: [origins, stages],
}
