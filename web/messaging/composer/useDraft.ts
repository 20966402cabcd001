import { useEffect, useRef, useState } from 'react'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { useUser } from '../../lib/session/session.ts'
import { messagingApi } from '../api.ts'

const restMs = 1_500
const keyOf = (userId: number | undefined, id: number) => `tend-draft-${userId}-${id}`

/**
 * What somebody has begun to write: on this device at every letter, and on their other devices when they pause. What was written here last
 * counts here.
 */
export function useDraft({ id, draft }: Conversation) {
  const userId = useUser()?.id
  const key = keyOf(userId, id)
  const [text, setText] = useState(() => localStorage.getItem(key) ?? draft ?? '')
  const sent = useRef(draft ?? '')
  useEffect(() => {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      messagingApi.own({ id, draft: text || null }).catch(() => undefined)
    }, restMs)
    return () => clearTimeout(timer)
  }, [id, key, text])
  return [text, setText] as const
}
