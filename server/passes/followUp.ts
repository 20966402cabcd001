/**
 * A renewal shows what the inspector wrote inside the earlier pass, as far as it has come. Who of the company did what
 * is left out: the numbers of two passes cannot be compared by it.
 */
import type { HandlerInput } from '#shared/lib/contract.ts'
import { passFollowUps as calls, type PassFollowUp } from '#shared/passes/followUp.ts'
import type { PassKind } from '#shared/passes/rules.ts'
import type { Context } from '../lib/context.ts'
import { shownTo, tenantOf } from '../lib/db/pools.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { noteView } from './commands.ts'
import { beginReading, type Reading } from './reading.ts'
import { recordsOf } from './records/kinds.ts'
import { findRequests } from './requests/queries.ts'
import { recordsWrittenAbout, writtenIn } from './writing/queries.ts'

type About = { kind: PassKind | null; recordId: number | null }
type Prepared = { reading: Reading; isShown(about: About): boolean }

const keyOf = ({ kind, recordId }: About) => `${kind} ${recordId}`

const prepareFollowUp = async (link: HandlerInput<typeof calls.read>, ctx: Context): Promise<Prepared> => {
  const reading = await beginReading(ctx, link)
  const shown = new Set<string>()
  const { db, earlier } = reading
  if (earlier) {
    const asked = (await findRequests({ db }, earlier)).map(({ request }) => request)
    const about: About[] = [...(await recordsWrittenAbout(db, earlier)), ...asked]
    for (const kind of reading.open.pass.kinds) {
      const ids = [...new Set(about.flatMap(one => (one.kind === kind && one.recordId !== null ? one.recordId : [])))]
      if (ids.length === 0) continue
      const { data } = await recordsOf[kind].list(reading, { ids, page: 1, perPage: ids.length })
      for (const { id } of data) shown.add(keyOf({ kind, recordId: id }))
    }
  }
  return { reading, isShown: about => shown.has(keyOf(about)) }
}

/** Reads what was written inside the earlier pass. Tasks are the company's: their ends are seen wherever they are. */
export const readFollowUp: Handler<typeof calls.read, Prepared> = async (_, ctx, { reading, isShown }) => {
  const { earlier, open } = reading
  if (!earlier) return null
  await noteView(ctx, open, { action: 'checked' })
  const whole = tenantOf({ ...ctx.actor, reach: null })
  return shownTo(ctx.db, whole, tenantOf(ctx.actor), async (): Promise<PassFollowUp> => {
    const written = await writtenIn(ctx.db, earlier)
    const requests = await findRequests(ctx, earlier)
    const about = (row: About) =>
      isShown(row) ? { kind: row.kind, record_id: row.recordId } : { kind: null, record_id: null }
    return {
      since: earlier.startsAt.toISOString(),
      findings: written.findings.map(row => ({
        ...{
          ...about(row),
          uuid: row.uuid,
          text: row.text,
          location: reading.people.clean(row.location),
          severity: row.severity,
        },
        ...{ due_on: row.dueOn, state: row.state, done_at: row.done?.at.toISOString() ?? null },
      })),
      requests: requests.map(({ request, entries }) => ({
        ...{ ...about(request), text: entries.find(({ action }) => action === 'asked')?.words ?? '' },
        ...{ number: request.number, due_on: request.dueOn, state: request.state },
      })),
      closing: written.closing?.text ?? null,
    }
  })
}

export const followUpRoutes = routes(calls, { read: { prepare: prepareFollowUp, handle: readFollowUp } })
