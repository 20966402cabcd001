import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { typingFor } from '#shared/messaging/rules.ts'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { Listeners } from '../../lib/listeners.ts'
import { useUser } from '../../lib/session/session.ts'

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

// Who types where, as far as this page has heard.

const typing = new Map<number, Map<number, number>>()
const listeners = new Listeners()

/** Somebody types in a conversation, or has just sent what they typed. */
export function setTyping(conversationId: number, userId: number, isTyping = true): void {
  const there = typing.get(conversationId) ?? new Map<number, number>()
  if (isTyping) there.set(userId, Date.now() + typingFor)
  else if (!there.delete(userId)) return
  typing.set(conversationId, there)
  listeners.notify()
}

const now = (conversationId: number): number[] =>
  [...(typing.get(conversationId) ?? [])].filter(([, until]) => until > Date.now()).map(([userId]) => userId)

/** The ids of those who type in a conversation. */
function useTyping(conversationId: number): number[] {
  const [ids, setIds] = useState<number[]>([])
  useEffect(() => {
    const look = () =>
      setIds(before => {
        const found = now(conversationId)
        return found.join() === before.join() ? before : found
      })
    look()
    const leave = listeners.subscribe(look)
    const timer = setInterval(look, 1_000)
    return () => {
      leave()
      clearInterval(timer)
    }
  }, [conversationId])
  return ids
}
