import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { EvidenceRequest, PassRequest } from '#shared/passes/requests.ts'
import { users } from '../../accounts/table.ts'
import { files } from '../../files/table.ts'
import { type Context, permitted } from '../../lib/context.ts'
import type { PassRow } from '../door.ts'
import type { Reading } from '../reading.ts'
import { passes } from '../table.ts'
import { type AnswerFile, passRequestEntries as entries, passRequests as requests } from './table.ts'

export type RequestRow = typeof requests.$inferSelect
type EntryRow = typeof entries.$inferSelect
export type FoundRequest = { request: RequestRow; entries: EntryRow[] }

type Named = Pick<PassRow, 'companyId' | 'id'>

/** The requests of a pass with everything that was said, the newest first; one of them, or the one with this uuid. */
export async function findRequests(
  { db }: Pick<Context, 'db'>,
  { companyId, id }: Named,
  one: { id?: number; uuid?: string } = {},
): Promise<FoundRequest[]> {
  const rows = await db
    .select()
    .from(requests)
    .where(
      and(
        ...[eq(requests.companyId, companyId), eq(requests.passId, id)],
        one.id === undefined ? undefined : eq(requests.id, one.id),
        one.uuid === undefined ? undefined : eq(requests.uuid, one.uuid),
      ),
    )
    .orderBy(desc(requests.number))
  const ids = rows.map(request => request.id)
  const said =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(entries)
          .where(and(eq(entries.companyId, companyId), inArray(entries.requestId, ids)))
          .orderBy(asc(entries.id))
  const byRequest = Map.groupBy(said, ({ requestId }) => requestId)
  return rows.map(request => ({ request, entries: byRequest.get(request.id) ?? [] }))
}

/** The files of answers that are still there, by id. */
async function filesThere({ db }: Pick<Context, 'db'>, companyId: number, found: FoundRequest[]) {
  const ids = found.flatMap(request => request.entries.flatMap(entry => entry.files.map(({ id }) => id)))
  if (ids.length === 0) return new Set<number>()
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.companyId, companyId), inArray(files.id, ids)))
  return new Set(rows.map(({ id }) => id))
}

/** Answers before the last time that their task was undone. */
const isUndone = ({ entries: said }: FoundRequest, { action, id }: EntryRow): boolean =>
  action === 'answered' && said.some(other => other.action === 'reopened' && other.id > id)

export const isPicture = ({ content_type }: Pick<AnswerFile, 'content_type'>): boolean =>
  content_type.startsWith('image/')

const fieldsOf = ({ id, number, state, dueOn, kind, recordId }: RequestRow) => ({
  ...{ id, number, state, due_on: dueOn, kind, record_id: recordId },
})

/**
 * Requests as the inspector reads them. Their own words are as they typed them: replaced names would tell them which
 * number a name has. Those of the company and names of files are replaced as everything is.
 */
export async function presentToInspector(reading: Reading, found: FoundRequest[]): Promise<PassRequest[]> {
  const { open, people, fileAddress, t } = reading
  const { pass } = open
  const there = await filesThere(reading, pass.companyId, found)
  return found.map(request => {
    let [photos, documents] = [0, 0]
    return {
      ...fieldsOf(request.request),
      entries: request.entries.map(entry => {
        const isHidden = isUndone(request, entry)
        const isOwn = entry.userId === null && entry.action !== 'answered'
        const shownFiles = isHidden ? [] : entry.files
        return {
          ...{ id: entry.id, at: entry.at.toISOString(), device_time: entry.deviceTime, action: entry.action },
          words: isHidden ? '' : isOwn ? entry.words : people.clean(entry.words),
          person: entry.action === 'answered' ? people.clean(people.nameOf(entry.userId)) : null,
          ...{ is_undone: isHidden, seen_at: entry.seenAt?.toISOString() ?? null },
          files: shownFiles.map(file => {
            const isPhoto = isPicture(file)
            const at = isPhoto ? 0 : ++documents
            const number = isPhoto ? ++photos : at
            const of = { request: request.request.number, at }
            return {
              name: pass.showsNames ? file.name : t(isPhoto ? 'passes.photo' : 'passes.document', { number }),
              ...{ size: file.size, is_picture: isPhoto },
              address: there.has(file.id) ? fileAddress({ path: file.path, of }) : null,
            }
          }),
        }
      }),
    }
  })
}

/** Requests as managers read them. */
export async function presentToManagers(
  ctx: Pick<Context, 'db'>,
  pass: PassRow,
  found: FoundRequest[],
): Promise<EvidenceRequest[]> {
  const there = await filesThere(ctx, pass.companyId, found)
  const ids = [...new Set(found.flatMap(request => request.entries.flatMap(({ userId }) => userId ?? [])))]
  const people =
    ids.length === 0
      ? []
      : await ctx.db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return found.map(request => ({
    ...fieldsOf(request.request),
    ...{ pass_id: pass.id, holder_name: pass.holderName, shows_names: pass.showsNames },
    task_id: request.request.taskId,
    entries: request.entries.map(entry => ({
      ...{ id: entry.id, at: entry.at.toISOString(), device_time: entry.deviceTime, action: entry.action },
      ...{ words: entry.words, person: entry.userId === null ? null : (names.get(entry.userId) ?? null) },
      ...{ is_undone: isUndone(request, entry), seen_at: entry.seenAt?.toISOString() ?? null },
      files: entry.files.map(file => ({
        ...{ name: file.name, size: file.size, is_picture: isPicture(file) },
        address: there.has(file.id) ? `/storage/${file.path}` : null,
      })),
    })),
  }))
}

/** One request as managers read it. Throws 404. */
export async function showRequest(ctx: Pick<Context, 'db'>, pass: PassRow, id: number): Promise<EvidenceRequest> {
  const [shown] = await presentToManagers(ctx, pass, await findRequests(ctx, pass, { id }))
  if (!shown) throw new Problem('not_found')
  return shown
}

/** A request with its pass, if the actor may do this with the pass; locked where the call writes. Throws 404. */
export async function accessRequest(ctx: Context, id: number, action: string) {
  const { db } = ctx
  const query = db
    .select({ request: requests, pass: passes })
    .from(requests)
    .innerJoin(passes, and(eq(passes.companyId, requests.companyId), eq(passes.id, requests.passId)))
    .where(eq(requests.id, id))
  const [found] = await (ctx.writes ? query.for('update', { of: requests }) : query)
  permitted(ctx, action, 'Pass', found?.pass)
  if (!found) throw new Problem('not_found')
  return found
}

/** The request that opened a task, with its pass. */
export async function requestOfTask({ db }: Pick<Context, 'db'>, companyId: number, taskId: number) {
  const [found] = await db
    .select({ request: requests, pass: passes })
    .from(requests)
    .innerJoin(passes, and(eq(passes.companyId, requests.companyId), eq(passes.id, requests.passId)))
    .where(and(eq(requests.companyId, companyId), eq(requests.taskId, taskId)))
  return found
}
