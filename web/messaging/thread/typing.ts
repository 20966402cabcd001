/** Who types where, as far as this page has heard. */
import { useEffect, useState } from 'react'
import { typingFor } from '#shared/messaging/rules.ts'

const typing = new Map<number, Map<number, number>>()
const watchers = new Set<() => void>()

/** Somebody types in a conversation, or has just sent what they typed. */
export function tellTyping(conversationId: number, userId: number, isTyping = true): void {
  const there = typing.get(conversationId) ?? new Map<number, number>()
  if (isTyping) there.set(userId, Date.now() + typingFor)
  else if (!there.delete(userId)) return
  typing.set(conversationId, there)
  for (const watcher of watchers) watcher()
}

const now = (conversationId: number): number[] =>
  [...(typing.get(conversationId) ?? [])].filter(([, until]) => until > Date.now()).map(([userId]) => userId)

/** The ids of those who type in a conversation. */
export function useTyping(conversationId: number): number[] {
  const [ids, setIds] = useState<number[]>([])
  useEffect(() => {
    const look = () =>
      setIds(before => {
        const found = now(conversationId)
        return found.join() === before.join() ? before : found
      })
    look()
    watchers.add(look)
    const timer = setInterval(look, 1_000)
    return () => {
      watchers.delete(look)
      clearInterval(timer)
    }
  }, [conversationId])
  return ids
}
