/** Ends of tasks on their way into the outbox, and out of it while they can be undone. */

import i18next from 'i18next'
import { api } from '../../api.ts'
import { enqueue } from '../../lib/offline/sending.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { maxPhotoMs, withTimeout } from '../../lib/withTimeout.ts'
import { tellFailed } from '../../ui/toast.tsx'
import { forgetCachedTask } from '../cachedQueries.ts'
import { sendCompletion, type TaskCompletion } from './completionHandler.ts'
import { forgetProof, type ProofPhoto } from './proofs.ts'

type PageMemory = {
  /** The ends that are not in the outbox yet. */
  notKeptYet: () => TaskCompletion[]
  /** Notes that ends are in the outbox now. */
  noteKept: (ends: readonly TaskCompletion[]) => void
  /** Notes that ends were not replaced: the outbox sends them. */
  putBack: (ends: readonly TaskCompletion[]) => void
}

/**
 * Keeps ends in the place of others. A device that keeps nothing sends them at once; the others stay in the outbox
 * until their successors have arrived.
 */
export async function queueCompletions(
  ends: TaskCompletion[],
  replaced: readonly TaskCompletion[],
  { notKeptYet, noteKept, putBack }: PageMemory,
): Promise<void> {
  // Taken back before it was kept: then it is not wanted any more.
  const isWanted = (end: TaskCompletion) => notKeptYet().includes(end)
  const wanted = ends.filter(isWanted)
  const afterMs = Math.max(0, ...wanted.map(({ send_at }) => send_at - Date.now()))
  try {
    await enqueue(wanted, { replaced: replaced.map(({ uuid }) => uuid), afterMs })
  } catch (error) {
    console.error('This device cannot keep what was ended here', error)
    putBack(replaced)
    await Promise.all(wanted.filter(isWanted).map(end => sendUnkept(end, replaced).finally(() => noteKept([end]))))
    return
  }
  // Where this fails, the outbox drops it when it is due; the others are sent.
  for (const end of wanted) if (!isWanted(end)) await useQueue.remove(end).catch(tellLeft)
  noteKept(wanted)
}

const tellLeft = (error: unknown) => console.error('What was taken back is still in the outbox', error)

async function sendUnkept(end: TaskCompletion, replaced: readonly TaskCompletion[]): Promise<void> {
  try {
    await sendCompletion({ ...api.tasks, sendPhoto }, end)
    forgetCachedTask(end.sent_id)
    for (const old of replaced) if (old.sent_id === end.sent_id) await useQueue.remove(old).catch(tellLeft)
  } catch {
    tellFailed(i18next.t('tasks.endNotKept', { title: end.title }))
  } finally {
    queryClient.invalidateQueries({ queryKey: api.tasks.key })
  }
}

/** Forgets ends that were undone, unless they are on their way. */
export const withdrawCompletions = (ends: readonly TaskCompletion[]): Promise<void> => useQueue.withdraw(ends)

/** The server has an end, from this device or another. */
export async function noteArrived(end: TaskCompletion): Promise<void> {
  forgetCachedTask(end.sent_id)
  await useQueue.remove(end)
  if (end.how === 'complete') await forgetProof(end.user_id, end.sent_id)
  queryClient.invalidateQueries({ queryKey: api.tasks.key })
}

const sendFile = withTimeout(api.files.create, maxPhotoMs)

/** Sends a photo ahead of the end that names it. The same uuid again is the same file. */
export async function sendPhoto({ uuid, name, content_type, bytes }: ProofPhoto): Promise<void> {
  await sendFile({ uuid }, { files: { file: new File([bytes], name, { type: content_type }) } })
}
