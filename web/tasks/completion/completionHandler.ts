/** Delivers the completion or skipping of a task. It can be undone for a few seconds and is sent after that. */
import { filenameOf } from '#shared/lib/filename.ts'
import type { Effect } from '#shared/lib/taskFields.ts'
import type { tasks } from '#shared/tasks/contract.ts'
import type { Call } from '../../api.ts'
import { findKey } from '../../lib/encryption/deviceKey.ts'
import { decryptLegacyText, type LegacyText } from '../../lib/encryption/encryption.ts'
import {
  isUnderway,
  type NewEntry,
  type OutboxEntry,
  type OutboxHandler,
  type OutboxStore,
} from '../../lib/offline/outboxHandler.ts'
import { RequestError } from '../../lib/requestError.ts'
import { isRecord, onDevice, storedJson } from '../../lib/storage.ts'
import { forgetOldProofs, forgetProof, type ProofPhoto, proofPhotos } from './proofs.ts'

const endKindName = 'taskEnd'
const endPayloadVersion = 1

export type TaskCompletion = OutboxEntry & {
  /** The sent task. */
  sent_id: number
  how: 'complete' | 'skip'
  title: string
  reason?: string
  /** What was done, where the task asks for it. */
  note?: string
  /** The person who did it, where another person ended it here. */
  by?: number
  by_name?: string
  /** Whether the other task helped, of a task that asks for it. */
  effect?: Effect
  /** The photos that show it, by their uuids; their bytes are kept beside (proofs.ts). */
  photos?: string[]
  ended_at: number
  /** Until then it can be undone. */
  send_at: number
}

/** The calls by which ends reach the server, which tests replace. */
export type CompletionServer = {
  [Name in 'completeSent' | 'skipSent']: (
    ...args: Parameters<Call<(typeof tasks)[Name]>>
  ) => ReturnType<Call<(typeof tasks)[Name]>>
} & { sendPhoto: (photo: ProofPhoto) => Promise<void> }

type Told = {
  /** Whether this page took it back, and the outbox could not drop it at that time. */
  isTakenBack(end: TaskCompletion): boolean
  /** The server has answered, with or without an error. */
  onSettled(end: TaskCompletion): void
  onRefused(end: TaskCompletion, error: RequestError): void
}

export const completionHandler = (
  server: CompletionServer,
  { isTakenBack, onSettled, onRefused }: Told,
): OutboxHandler<TaskCompletion> => ({
  name: endKindName,
  payloadVersion: endPayloadVersion,
  async deliver(end, store) {
    if (!isUnderway(end)) return false
    if (isTakenBack(end)) {
      await store.remove(end.user_id, end.uuid)
      return false
    }
    await sendCompletion(server, end)
    await store.remove(end.user_id, end.uuid)
    if (end.how === 'complete') await forgetProof(end.user_id, end.sent_id)
    onSettled(end)
    return true
  },
  describe: ({ title, how, reason, by_name, effect, note, photos }, { t }) => ({
    title,
    details: [
      t(`tasks.ends.${how}`),
      ...(reason ? [reason] : []),
      ...(by_name ? [t('tasks.history.doneBy', { name: by_name })] : []),
      ...(effect ? [t(`tasks.correction.${effect}`)] : []),
      ...(note ? [note] : []),
      ...(photos?.length ? [t('filling.photos', { count: photos.length })] : []),
    ],
    href: '/tasks',
  }),
  rescue: async (
    { uuid, user_id, sent_id, title, how, reason, by, by_name, effect, note, photos, ended_at, last_error },
    { t },
  ) => {
    const content = {
      task: title,
      done: t(`tasks.ends.${how}`),
      reason,
      by,
      by_name,
      effect,
      note,
      ended_at: new Date(ended_at),
      sent_id,
      last_error,
    }
    const path = filenameOf(
      `${new Date(ended_at).toISOString().slice(0, 16).replace(':', '')} ${title}`,
      ` ${uuid.slice(0, 8)}`,
    )
    const pictures = photos?.length ? await proofPhotos(user_id, sent_id, photos) : []
    return [
      { path: `${path}.json`, content: new TextEncoder().encode(JSON.stringify(content, null, 2)) },
      ...pictures.map(({ bytes }, index) => ({ path: `${path} ${index + 1}.jpg`, content: new Uint8Array(bytes) })),
    ]
  },
  dueAt: end => (isUnderway(end) ? Math.max(end.send_at, end.next_attempt_at) : Number.POSITIVE_INFINITY),
  keepsTime: end => Date.now() < end.send_at,
  isNoticed: end => end.state === 'refused' || (isUnderway(end) && end.last_error !== null),
  isRemovable: true,
  carryOver: async (userId, store) => {
    await migrateCompletions(userId, store)
    await forgetOldProofs(userId)
  },
  onRefused: (end, error) => {
    onSettled(end)
    onRefused(end, error)
  },
})

/**
 * Sends an end, its photos before it. One that somebody else did in the same way is as good, unless it brings words or
 * photos that nobody would see: those stay here with the refusal. Throws what the server refused.
 */
export async function sendCompletion(server: CompletionServer, end: TaskCompletion): Promise<void> {
  const { sent_id: id, how, reason, by, effect, note, photos } = end
  try {
    if (how === 'complete') {
      if (photos?.length) for (const photo of await proofPhotos(end.user_id, id, photos)) await server.sendPhoto(photo)
      const proof = {
        ...(by && { completed_by: by }),
        ...(effect && { effect }),
        ...(note && { note }),
        ...(photos?.length && { file_uuids: photos }),
      }
      await server.completeSent({ id, ...proof }, { keepalive: true })
    } else await server.skipSent({ id, ...(reason && { skipped_reason: reason }) }, { keepalive: true })
  } catch (error) {
    const wished = how === 'complete' ? 'task_already_done' : 'task_already_skipped'
    const isSeen = !effect && !note && !photos?.length
    if (error instanceof RequestError && error.code === wished && isSeen) return
    throw error
  }
}

// Takes over the ends of tasks that earlier versions kept in local storage, with their words hidden there.

const older = storedJson(onDevice, 'tend_task_ends', kept => (Array.isArray(kept) ? kept.filter(isEnd) : null))

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

/**
 * Those of other people stay where they are until they sign in. Throws what the database throws; then it is done again.
 */
export async function migrateCompletions(userId: number, { put }: Pick<OutboxStore, 'put'>): Promise<void> {
  const all: OlderEnd[] = older.read() ?? []
  const own = all.filter(end => end.user_id === userId && (!end.hidden || end.title !== undefined))
  const hidden = (await findKey(userId)) ? all.filter(end => end.user_id === userId && !own.includes(end)) : []
  const read = await Promise.all(hidden.map(async end => ({ ...end, ...(await wordsOf(end)) })))
  const found = [...own, ...read]
  if (found.length === 0) return
  await put(userId, found.map(entryOf))
  const rest = all.filter(end => ![...own, ...hidden].includes(end))
  if (rest.length > 0) older.write(rest)
  else older.remove()
}

function isEnd(kept: unknown): kept is OlderEnd {
  return isRecord(kept) && typeof kept.id === 'number' && typeof kept.user_id === 'number'
}

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

const entryOf = ({
  id: sent_id,
  user_id,
  company_id,
  kind: how,
  title = '',
  reason,
  ended_at,
  send_at,
}: OlderEnd): NewEntry & Partial<TaskCompletion> => ({
  ...{ kind: 'taskEnd', payload_version: 1, user_id, company_id },
  ...{ sent_id, how, title, ...(reason && { reason }), ended_at, send_at },
})
