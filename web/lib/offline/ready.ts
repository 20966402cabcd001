/**
 * Whether nothing stands before an entry: what was made before it in its queue has arrived, and what it depends on has an id of the
 * server's, which then takes the place of the temporary one.
 */
import { RequestError } from '../requestError.ts'
import { changeEntry } from './changeEntry.ts'
import type { OutboxEntry } from './entry.ts'
import type { AnyKind } from './kind.ts'
import { readEntries } from './readEntries.ts'

type Found = { entry: OutboxEntry; kind: AnyKind }

export async function isReady({ entry, kind }: Found, open: Found[], userId: number): Promise<boolean> {
  return !isBehind({ entry, kind }, open) && (await hasAllIds({ entry, kind }, userId))
}

/** `open` is in the order in which entries were made. */
function isBehind({ entry, kind }: Found, open: Found[]): boolean {
  const queue = kind.queueOf?.(entry)
  if (queue === undefined) return false
  const first = open.find(one => one.kind === kind && one.kind.queueOf?.(one.entry) === queue)
  return first?.entry.uuid !== entry.uuid
}

async function hasAllIds({ entry, kind }: Found, userId: number): Promise<boolean> {
  const wanted = new Set((await kind.dependsOn?.(entry)) ?? [])
  if (wanted.size === 0) return true
  const before = (await readEntries(userId)).filter(({ temporary_id }) => wanted.has(temporary_id ?? 0))
  const ids = new Map(
    before.flatMap(({ temporary_id, server_id }) => (server_id === null ? [] : [[temporary_id ?? 0, server_id]])),
  )
  if (ids.size > 0) await kind.resolve?.(entry, ids)
  if (ids.size === wanted.size) return true
  const isLost = [...wanted].some(id => !before.some(one => one.temporary_id === id && one.state !== 'discarded'))
  if (isLost) await refuse(entry, kind)
  return false
}

/** What it depends on was removed, here: it can never be sent as it is. */
async function refuse(entry: OutboxEntry, kind: AnyKind): Promise<void> {
  const { status, code, message } = gone
  const last_error = { status, code, message, at: new Date().toISOString() }
  const isNews = await changeEntry(entry.user_id, entry.uuid, now =>
    now.state === 'refused' ? undefined : { ...now, state: 'refused', is_blocked: true, last_error },
  )
  if (isNews) kind.onRefused?.(entry, gone)
}
const gone = new RequestError({ status: 410, code: 'not_found' })
