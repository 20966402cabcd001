/**
 * The conversations of this page: their threads, of which those that were not looked at for longest are let go, what
 * is heard of them, who types where, and what the person does in them, which waits in the outbox until it is sent.
 */

import i18next from 'i18next'
import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userChannel } from '#shared/lib/contract.ts'
import { typingFor } from '#shared/messaging/rules.ts'
import { type Conversation, conversationChannel, type Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { Listeners } from '../../lib/listeners.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { RequestError } from '../../lib/requestError.ts'
import { currentUser, useUser } from '../../lib/session/session.ts'
import { realtime } from '../../realtime.ts'
import { whenIdle } from '../../ui/firstPaint.ts'
import { tellFailed } from '../../ui/toast.tsx'
import { type MessageAction, type MessageEntry, messageHandlerName, messagesIn } from '../pendingActions.ts'
import { applyThreadEvent, keepShown, Thread, type ThreadState } from './Thread.ts'

/** Threads that are kept in memory. */
const maxThreads = 8
/** Bound of the wait for an idle page before the next older messages, in ms. */
const maxRest = 50
const threads = new Map<number, Thread>()

const isHistoryGone = (error: unknown): boolean => error instanceof RequestError && error.code === 'history_gone'

export function threadOf(id: number): Thread {
  const found = threads.get(id)
  threads.delete(id)
  const thread =
    found ??
    new Thread(
      {
        changeId: async () => (await api.messaging.get({ id })).change_id,
        messages: query => api.messaging.messages({ id, ...query }),
        rest: () => new Promise(resolve => whenIdle(resolve, maxRest)),
      },
      isHistoryGone,
    )
  threads.set(id, thread)
  // What is looked at stays, however many others were opened.
  const oldest = [...threads].find(([one, { isWatched }]) => one !== id && !isWatched)?.[0]
  if (threads.size > maxThreads && oldest !== undefined) threads.delete(oldest)
  return thread
}

/** Files on their way, by their uuid, each with the way to break it off with its message. */
const underway = new Map<string, { part: number; stop: AbortController }>()
const listeners = new Listeners()
let shown: ReadonlyMap<string, number> = new Map()

function changed(): void {
  shown = new Map([...underway].map(([uuid, { part }]) => [uuid, part]))
  listeners.notify()
}

export const uploads = {
  /** From now on it is on its way; the signal says when the person gives it up. */
  begin(uuid: string): AbortSignal {
    const stop = new AbortController()
    underway.set(uuid, { part: 0, stop })
    changed()
    return stop.signal
  },
  /** How much of it is there, between 0 and 1. */
  reach(uuid: string, part: number): void {
    const one = underway.get(uuid)
    if (!one) return
    one.part = part
    changed()
  },
  end(uuid: string): void {
    underway.delete(uuid)
    changed()
  },
  /** Gives it up. */
  stop: (uuid: string): void => underway.get(uuid)?.stop.abort(),
  now: () => shown,
  watch: listeners.subscribe,
}

/** The conversation that the person looks at, if they do: of that one nothing need be told. */
let open: number | null = null

export const setOpen = (id: number | null): void => {
  open = id
}

export const isOpenNow = (id: number): boolean => open === id && document.visibilityState === 'visible'

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
    // Some events of a conversation go to some of its people only, on their own channels.
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

/** Who types where, as far as this page has heard. */
const typing = new Map<number, Map<number, number>>()
const typists = new Listeners()

/** Somebody types in a conversation, or has just sent what they typed. */
export function setTyping(conversationId: number, userId: number, isTyping = true): void {
  const there = typing.get(conversationId) ?? new Map<number, number>()
  if (isTyping) there.set(userId, Date.now() + typingFor)
  else if (!there.delete(userId)) return
  typing.set(conversationId, there)
  typists.notify()
}

const typingNow = (conversationId: number): number[] =>
  [...(typing.get(conversationId) ?? [])].filter(([, until]) => until > Date.now()).map(([userId]) => userId)

/** The ids of those who type in a conversation. */
function useTyping(conversationId: number): number[] {
  const [ids, setIds] = useState<number[]>([])
  useEffect(() => {
    const look = () =>
      setIds(before => {
        const found = typingNow(conversationId)
        return found.join() === before.join() ? before : found
      })
    look()
    const leave = typists.subscribe(look)
    const timer = setInterval(look, 1_000)
    return () => {
      leave()
      clearInterval(timer)
    }
  }, [conversationId])
  return ids
}

/** "Anna is typing", "Anna and Béla are typing"; nothing while nobody is. */
export function useTypingWords({ id, users }: Pick<Conversation, 'id' | 'users'>): string {
  const { t, i18n } = useTranslation()
  const ownId = useUser()?.id
  const who = useTyping(id)
    .filter(userId => userId !== ownId)
    .flatMap(userId => users.find(user => user.id === userId)?.name ?? [])
  if (who.length === 0) return ''
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(who)
  return t('messaging.typing', { count: who.length, names })
}

/** Gives the actions of the signed-in person that wait here, as they change in this tab or another. */
export function usePendingActions(): MessageEntry[] {
  const { entries } = useQueue()
  return useMemo(() => messagesIn(entries), [entries])
}

/** Says that something could not be kept here, and so will not be sent. */
export function showNotKept(cause: unknown): void {
  console.error('Failed to keep what was done in a conversation', cause)
  void tellFailed(i18next.t('messaging.failed'))
}

type AttachedFile = { uuid: string; name: string; content_type: string; bytes: ArrayBuffer }

/** Puts an action with its files into the outbox. Resolves when it is on the disk; throws where it cannot be kept. */
export async function queueMessageAction(
  conversation_id: number,
  deed: MessageAction,
  files: AttachedFile[] = [],
): Promise<void> {
  const user = currentUser()
  if (!user) throw new Error('Nobody is signed in')
  const { enqueue } = await import('../../lib/offline/sending.ts')
  const { keepFiles, messagePayloadVersion } = await import('../messageHandler.ts')
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
