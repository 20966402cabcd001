/** Takes over the ends of tasks that earlier versions kept in local storage, with their words hidden there. */

import { findKey } from '../../lib/offline/deviceKey.ts'
import { decryptLegacyText, type LegacyText } from '../../lib/offline/encryption.ts'
import { newOutboxEntry, putEntries } from '../../lib/offline/entries.ts'
import { isRecord, onDevice } from '../../lib/storage.ts'

const key = 'tend_task_ends'

type OlderEnd = {
  id: number
  user_id: number
  company_id: number
  kind: 'complete' | 'skip'
  ended_at: number
  send_at: number
  hidden?: LegacyText
  title?: string
  reason?: string
}

/** Those of other people stay where they are until they sign in. Throws what the database throws; then it is done again. */
export async function carryOverEnds(userId: number): Promise<void> {
  const kept = onDevice.readJson(key)
  const all: OlderEnd[] = Array.isArray(kept) ? kept.filter(isEnd) : []
  const own = all.filter(end => end.user_id === userId && (!end.hidden || end.title !== undefined))
  const hidden = (await findKey(userId)) ? all.filter(end => end.user_id === userId && !own.includes(end)) : []
  const read = await Promise.all(hidden.map(async end => ({ ...end, ...(await wordsOf(end)) })))
  const found = [...own, ...read]
  if (found.length === 0) return
  await putEntries(userId, found.map(entryOf))
  const rest = all.filter(end => ![...own, ...hidden].includes(end))
  if (rest.length > 0) onDevice.write(key, JSON.stringify(rest))
  else onDevice.remove(key)
}

const isEnd = (kept: unknown): kept is OlderEnd =>
  isRecord(kept) && typeof kept.id === 'number' && typeof kept.user_id === 'number'

/** Words that cannot be read any more must not keep the end from arriving. */
async function wordsOf({ user_id, hidden }: OlderEnd): Promise<{ title?: string; reason?: string }> {
  const text = hidden && (await decryptLegacyText(user_id, hidden).catch(() => undefined))
  try {
    const words: unknown = JSON.parse(text ?? '{}')
    return isRecord(words) ? words : {}
  } catch {
    return {}
  }
}

const entryOf = ({ id: sent_id, user_id, company_id, kind: how, title = '', reason, ended_at, send_at }: OlderEnd) =>
  newOutboxEntry({
    ...{ kind: 'taskEnd', payload_version: 1, user_id, company_id },
    ...{ sent_id, how, title, ...(reason && { reason }), ended_at, send_at },
  })
