/** What was written inside a pass, with what has become of it by now. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { PassKind } from '#shared/passes/rules.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { users } from '../../accounts/table.ts'
import { animalEvents } from '../../animals/eventTable.ts'
import { papers } from '../../certificates/table.ts'
import { files } from '../../files/table.ts'
import { findingSubjects } from '../../findings/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { locations } from '../../locations/table.ts'
import { subjectsOf } from '../../subjects/queries.ts'
import { submissionSubjects } from '../../submissions/table.ts'
import { isOpen, sentTaskPhotos, sentTasks, tasks } from '../../tasks/table.ts'
import { vehicleEntries } from '../../vehicle-log/table.ts'
import type { PassRow } from '../door.ts'
import { passViews } from '../table.ts'
import { passClosings, passFindingPhotos, passFindings, passPicks } from './table.ts'

type Named = Pick<PassRow, 'companyId' | 'id'>

/** How a corrective task was done. */
export type Done = {
  sentTaskId: number
  at: Date
  by: number | null
  byName: string | null
  /** The address of a helper from outside. */
  outside: string | null
  note: string | null
  photos: string[]
}

/** Samples of a pass that are listed. */
const maxDrawn = 100

/**
 * Everything that was written inside a pass, the newest first. Findings say whether their task is open, was done, or
 * ended otherwise; paths are those of the store. `db` shows the whole company.
 */
export async function writtenIn(db: Database, { companyId, id }: Named) {
  const ofPass = (table: Record<'companyId' | 'passId', AnyPgColumn>) =>
    and(eq(table.companyId, companyId), eq(table.passId, id))
  const drawn = and(eq(passViews.companyId, companyId), eq(passViews.passId, id), eq(passViews.action, 'sampled'))
  const [findings, picks, samples, [closing]] = await Promise.all([
    db.select().from(passFindings).where(ofPass(passFindings)).orderBy(desc(passFindings.id)),
    db.select().from(passPicks).where(ofPass(passPicks)).orderBy(desc(passPicks.id)),
    db.select().from(passViews).where(drawn).orderBy(desc(passViews.id)).limit(maxDrawn),
    db
      .select({ note: passClosings, path: files.path })
      .from(passClosings)
      .innerJoin(files, and(eq(files.companyId, passClosings.companyId), eq(files.id, passClosings.signatureId)))
      .where(ofPass(passClosings)),
  ])
  const [photos, ends] = await Promise.all([
    photosOf(
      db,
      companyId,
      findings.map(finding => finding.id),
    ),
    endsOf(
      db,
      companyId,
      findings.flatMap(({ taskId }) => taskId ?? []),
    ),
  ])
  return {
    findings: findings.map(finding => {
      const end = finding.taskId === null ? undefined : ends.get(finding.taskId)
      return {
        ...finding,
        photos: photos.get(finding.id) ?? [],
        state: end?.state ?? ('ended' as const),
        done: end?.done ?? null,
        sentTaskId: end?.sentTaskId ?? null,
      }
    }),
    picks,
    samples,
    closing: closing ? { ...closing.note, signature: closing.path } : null,
  }
}
export type Written = Awaited<ReturnType<typeof writtenIn>>

async function photosOf(db: Database, companyId: number, findingIds: number[]): Promise<Map<number, string[]>> {
  if (findingIds.length === 0) return new Map()
  const rows = await db
    .select({ findingId: passFindingPhotos.findingId, path: files.path })
    .from(passFindingPhotos)
    .innerJoin(files, and(eq(files.companyId, passFindingPhotos.companyId), eq(files.id, passFindingPhotos.fileId)))
    .where(and(eq(passFindingPhotos.companyId, companyId), inArray(passFindingPhotos.findingId, findingIds)))
    .orderBy(asc(passFindingPhotos.id))
  return new Map(
    [...Map.groupBy(rows, ({ findingId }) => findingId)].map(([of, its]) => [of, its.map(({ path }) => path)]),
  )
}

type End = { state: 'open' | 'done' | 'ended'; done: Done | null; sentTaskId: number | null }

/** How far corrective tasks are: open while one of their occurrences is; done where the last one was. */
export async function endsOf(db: Database, companyId: number, taskIds: number[]): Promise<Map<number, End>> {
  if (taskIds.length === 0) return new Map()
  const ofTasks = and(eq(sentTasks.companyId, companyId), inArray(sentTasks.taskId, taskIds))
  const open = await db
    .select({ taskId: sentTasks.taskId, sentTaskId: sql<number>`min(${sentTasks.id})`.mapWith(Number) })
    .from(sentTasks)
    .innerJoin(tasks, and(eq(tasks.companyId, sentTasks.companyId), eq(tasks.id, sentTasks.taskId)))
    .where(and(ofTasks, isOpen(sentTasks), isNull(tasks.archivedAt)))
    .groupBy(sentTasks.taskId)
  const done = await db
    .selectDistinctOn([sentTasks.taskId], {
      ...{ taskId: sentTasks.taskId, sentTaskId: sentTasks.id, at: sentTasks.completedAt, note: sentTasks.note },
      ...{ by: sentTasks.completedBy, byName: users.name, outside: sentTasks.completedOutside },
    })
    .from(sentTasks)
    .leftJoin(users, eq(users.id, sentTasks.completedBy))
    .where(and(ofTasks, isNotNull(sentTasks.completedAt), isNull(sentTasks.completedVia)))
    .orderBy(sentTasks.taskId, desc(sentTasks.completedAt), desc(sentTasks.id))
  const sentIds = done.map(({ sentTaskId }) => sentTaskId)
  const photos =
    sentIds.length === 0
      ? []
      : await db
          .select({ sentTaskId: sentTaskPhotos.sentTaskId, path: files.path })
          .from(sentTaskPhotos)
          .innerJoin(files, and(eq(files.companyId, sentTaskPhotos.companyId), eq(files.id, sentTaskPhotos.fileId)))
          .where(and(eq(sentTaskPhotos.companyId, companyId), inArray(sentTaskPhotos.sentTaskId, sentIds)))
          .orderBy(asc(sentTaskPhotos.id))
  const ends = new Map<number, End>()
  for (const { taskId, at, ...row } of done) {
    if (!at) continue
    const shown = photos.filter(({ sentTaskId }) => sentTaskId === row.sentTaskId).map(({ path }) => path)
    ends.set(taskId, { state: 'done', done: { ...row, at, photos: shown }, sentTaskId: row.sentTaskId })
  }
  for (const { taskId, sentTaskId } of open) ends.set(taskId, { state: 'open', done: null, sentTaskId })
  return ends
}

/** The records that were written about. */
export async function recordsWrittenAbout(db: Database, { companyId, id }: Named) {
  const [found, picked] = await Promise.all([
    db
      .selectDistinct({ kind: passFindings.kind, recordId: passFindings.recordId })
      .from(passFindings)
      .where(and(eq(passFindings.companyId, companyId), eq(passFindings.passId, id))),
    db
      .selectDistinct({ kind: passPicks.kind, recordId: passPicks.recordId })
      .from(passPicks)
      .where(and(eq(passPicks.companyId, companyId), eq(passPicks.passId, id))),
  ])
  const keyed = [...found, ...picked].flatMap(({ kind, recordId }) => (kind && recordId ? { kind, recordId } : []))
  return [...new Map(keyed.map(one => [`${one.kind} ${one.recordId}`, one])).values()]
}

/** Locations that a connection shows, by their names. */
export const locationsShown = (db: Database, companyId: number, most: number) =>
  db
    .select({ id: locations.id, name: locations.name })
    .from(locations)
    .where(and(eq(locations.companyId, companyId), isNull(locations.archivedAt)))
    .orderBy(asc(locations.name), asc(locations.id))
    .limit(most)

/** The name of a location that a connection shows; undefined for another. */
export async function locationNamed(db: Database, companyId: number, id: number): Promise<string | undefined> {
  const [found] = await db
    .select({ name: locations.name })
    .from(locations)
    .where(and(eq(locations.companyId, companyId), eq(locations.id, id), isNull(locations.archivedAt)))
  return found?.name
}

/** What a record is about, of those that a task can be about. */
export async function subjectsOfRecord(
  db: Database,
  companyId: number,
  kind: PassKind,
  id: number,
): Promise<SubjectRef[]> {
  const refs = (row: { animal?: number | null; group?: number | null; vehicle?: number | null } = {}): SubjectRef[] => [
    ...(row.animal ? [{ type: 'animal' as const, id: row.animal }] : []),
    ...(row.group ? [{ type: 'animal_group' as const, id: row.group }] : []),
    ...(row.vehicle ? [{ type: 'vehicle' as const, id: row.vehicle }] : []),
  ]
  switch (kind) {
    case 'submission':
    case 'finding': {
      const [table, owner] =
        kind === 'submission'
          ? ([submissionSubjects, submissionSubjects.submissionId] as const)
          : ([findingSubjects, findingSubjects.findingId] as const)
      const found = (await subjectsOf(db, table, owner, [id])).get(id) ?? []
      return found.map(subject => ({ type: subject.type, id: subject.id }))
    }
    case 'animal_event': {
      const { animalId: animal, animalGroupId: group } = animalEvents
      const of = and(eq(animalEvents.companyId, companyId), eq(animalEvents.id, id))
      const [row] = await db.select({ animal, group }).from(animalEvents).where(of)
      return refs(row)
    }
    case 'vehicle_entry': {
      const of = and(eq(vehicleEntries.companyId, companyId), eq(vehicleEntries.id, id))
      const [row] = await db.select({ vehicle: vehicleEntries.vehicleId }).from(vehicleEntries).where(of)
      return refs(row)
    }
    case 'certificate': {
      const of = and(eq(papers.companyId, companyId), eq(papers.id, id))
      const [row] = await db.select({ vehicle: papers.vehicleId }).from(papers).where(of)
      return refs(row)
    }
  }
}
