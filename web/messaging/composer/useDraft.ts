import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { maxMessageLength } from '#shared/messaging/rules.ts'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useUser } from '../../lib/session/session.ts'
import { onDevice, storedText } from '../../lib/storage.ts'

const restMs = 1_500

/**
 * What this page told the server last, by person and conversation, and over which draft: the page may still have read
 * no other.
 */
const toldLast = new Map<string, { text: string; over: string }>()
/** The latest call under way, by person and conversation: two who write the same one after the other wait, too. */
const telling = new Map<string, Promise<unknown>>()

/**
 * What somebody has begun to write: on this device at every letter, and on their other devices when they pause or
 * leave. What was written here last counts here; that nothing is left of it, too, until the server knows.
 */
export function useDraft({ id, draft }: Conversation) {
  const userId = useUser()?.id
  const place = `${userId} ${id}`
  const there = draft ?? ''
  const [first] = useState(() => {
    const last = toldLast.get(place)
    return last?.over === there ? last.text : there
  })
  const [text, setText] = useState(() => draftHere(userId, id) ?? first)
  const told = useRef(first)
  const tell = useEffectEvent(() => {
    // The server refuses a draft beyond the limit, so it stays on this device until it is shortened.
    if (text === told.current || text.length > maxMessageLength) return
    told.current = text
    toldLast.set(place, { text, over: there })
    // One after the other: a slow one must not undo a later one.
    const latest = (telling.get(place) ?? Promise.resolve()).then(() =>
      api.messaging.own({ id, draft: text || null }, { keepalive: true }).then(
        () => {
          if (text === '' && draftHere(userId, id) === '') forgetDraft(userId, id)
        },
        () => undefined,
      ),
    )
    telling.set(place, latest)
    void latest.finally(() => telling.get(place) === latest && telling.delete(place))
  })
  useEffect(() => {
    if (text === '' && told.current === '') forgetDraft(userId, id)
    else keepDraft(userId, id, text)
    const timer = setTimeout(tell, restMs)
    return () => clearTimeout(timer)
  }, [id, userId, text])
  useEffect(() => {
    addEventListener('pagehide', tell)
    return () => {
      removeEventListener('pagehide', tell)
      tell()
    }
  }, [])
  return [text, setText] as const
}

// What somebody has begun to write, as this device has it: at every letter, and offline. In a conversation, by its id,
// or as the new text of a message.

type Of = number | `edit-${number}`

const stored = (userId: number | undefined, of: Of) => storedText(onDevice, `tend-draft-${userId}-${of}`)

/** Empty where nothing was begun; null where this device knows nothing of it. */
export const draftHere = (userId: number | undefined, of: Of): string | null => stored(userId, of).read()

export const forgetDraft = (userId: number | undefined, of: Of): void => stored(userId, of).remove()

/** A full device keeps no draft: the text is on the screen, and goes to the server. */
export function keepDraft(userId: number | undefined, of: Of, text: string): void {
  stored(userId, of).write(text)
}
