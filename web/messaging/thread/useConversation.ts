/** Listening to one conversation: its messages, who reads, who types. */

import { startTransition, useEffect, useRef, useState } from 'react'
import { userChannel } from '#shared/lib/contract.ts'
import { typingFor } from '#shared/messaging/rules.ts'
import { type Conversation, conversationChannel, type Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { useUser } from '../../lib/session/session.ts'
import { realtime } from '../../realtime.ts'
import { applyThreadEvent, keepShown, type Thread, type ThreadState } from './Thread.ts'
import { setTyping } from './TypingLine.tsx'
import { threadOf } from './threads.ts'

/** What a thread shows; where much comes at once, React draws it in slices. */
export function useThreadInSlices(id: number): ThreadState {
  const thread = threadOf(id)
  const [state, setState] = useState(thread.state)
  useEffect(() => {
    const tell = () => startTransition(() => setState(thread.state))
    tell()
    return thread.watch(tell)
  }, [thread])
  return state
}

/** Keeps the conversation's thread true while it is shown; `from` is the message to begin around. */
export function useListening({ id, company_id }: Pick<Conversation, 'id' | 'company_id'>, around: number | undefined) {
  const userId = useUser()?.id
  useEffect(() => {
    const thread = threadOf(id)
    if (around !== undefined) void thread.load({ around })
    else void thread.catchUp()
    const stopKeeping = userId === undefined ? undefined : offerKept(userId, thread, id)
    const unlisten = realtime.listen(conversationChannel(company_id, id), (event, data) => {
      applyThreadEvent(thread, event, data)
      if (event === 'client-typing') setTyping(id, (data as { user_id: number }).user_id)
      if (event === 'message.sent') setTyping(id, (data as Message).sender_id, false)
      if (event === 'user.joined' || event === 'user.left' || event === 'conversation.updated')
        void queryClient.invalidateQueries({ queryKey: api.messaging.get.key })
    })
    // Some of what is said here is told to some of its people alone, on channels of their own.
    const unlistenOwn =
      userId === undefined
        ? undefined
        : realtime.listen(userChannel(userId), (event, data) => {
            if ((data as { conversation_id?: number } | null)?.conversation_id === id)
              applyThreadEvent(thread, event, data)
          })
    return () => {
      unlisten()
      unlistenOwn?.()
      stopKeeping?.()
    }
  }, [id, company_id, around, userId])
}

/**
 * Shows what the device has until the server answers, and keeps on it what comes from then on. Returns what ends that.
 */
function offerKept(userId: number, thread: Thread, id: number): () => void {
  const device = import('../kept/keepMessages.ts')
  const end = keepShown(thread, async messages => (await device).keep(userId, messages))
  device
    .then(({ keptMessages }) => keptMessages(userId, id))
    .then(kept => kept.length > 0 && thread.offer(kept))
    .catch(cause => console.warn('Nothing is kept here', cause))
  return end
}

/** Says to the others that one is typing, at most every two seconds. */
export function useSayTyping({ id, company_id }: Pick<Conversation, 'id' | 'company_id'>, isHidden: boolean) {
  const last = useRef(0)
  return () => {
    if (isHidden || Date.now() - last.current < typingFor / 2) return
    last.current = Date.now()
    realtime.say(conversationChannel(company_id, id), 'client-typing', {})
  }
}
