/** Puts what somebody does in a conversation into the outbox, which sends it at once where it can. */
import i18next from 'i18next'
import { newKey } from '../lib/attemptKey.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { currentUser } from '../lib/session/session.ts'
import { tellFailed } from '../ui/toast.tsx'
import { type MessageAction, messageHandlerName, messagesIn } from './pendingActions.ts'

type File = { uuid: string; name: string; content_type: string; bytes: ArrayBuffer }

/** Says that something could not be kept here, and so will not be sent. */
export function showNotKept(cause: unknown): void {
  console.error('Failed to keep what was done in a conversation', cause)
  void tellFailed(i18next.t('messaging.failed'))
}

/** Puts an action with its files into the outbox. Resolves when it is on the disk; throws where it cannot be kept. */
export async function queueMessageAction(
  conversation_id: number,
  deed: MessageAction,
  files: File[] = [],
): Promise<void> {
  const user = currentUser()
  if (!user) throw new Error('Nobody is signed in')
  const { enqueue } = await import('../lib/offline/sending.ts')
  const { keepFiles, messagePayloadVersion } = await import('./messageHandler.ts')
  const uuid = newKey()
  const entry = {
    ...{ uuid, conversation_id, kind: messageHandlerName, payload_version: messagePayloadVersion },
    ...{ user_id: user.id, company_id: user.company_id ?? 0 },
    ...deed,
  }
  if (files.length > 0)
    await keepFiles(
      user.id,
      files.map((file, position) => ({ ...file, entry_uuid: uuid, position })),
    )
  // Having read further replaces earlier marks of reading, so that one waits and not a hundred.
  const replaced =
    deed.deed === 'read'
      ? messagesIn(useQueue.getState().entries).filter(
          one =>
            one.deed === 'read' &&
            one.conversation_id === conversation_id &&
            one.state === 'waiting' &&
            one.message_id <= deed.message_id,
        )
      : []
  await enqueue([entry], { replaced: replaced.map(one => one.uuid) })
  void useQueue.sendNow()
}
