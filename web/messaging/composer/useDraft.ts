import { useEffect, useRef, useState } from 'react'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { useUser } from '../../lib/session/session.ts'
import { messagingApi } from '../api.ts'
import { draftHere, keepDraft } from './draftHere.ts'

const restMs = 1_500

/**
 * What somebody has begun to write: on this device at every letter, and on their other devices when they pause. What was written here last
 * counts here.
 */
export function useDraft({ id, draft }: Conversation) {
  const userId = useUser()?.id
  const [text, setText] = useState(() => draftHere(userId, id) ?? draft ?? '')
  const sent = useRef(draft ?? '')
  useEffect(() => {
    keepDraft(userId, id, text)
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      messagingApi.own({ id, draft: text || null }).catch(() => undefined)
    }, restMs)
    return () => clearTimeout(timer)
  }, [id, userId, text])
  return [text, setText] as const
}
