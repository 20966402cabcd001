/** Where somebody stopped reading: the first message after it, and whether one has to go up to it. */
import { useEffect, useState } from 'react'
import type { ThreadState } from './Thread.ts'

/**
 * `after` is what was read last when the conversation was opened. `look` is to be called when what is seen may have changed; once the first
 * unread message was seen, nobody is led to it any more.
 */
export function useFirstUnread(
  box: React.RefObject<HTMLElement | null>,
  { messages, hasOlder, isLoaded }: ThreadState,
  after: number | null,
  ownId: number | undefined,
) {
  const [isSeen, setSeen] = useState(false)
  const [isAbove, setAbove] = useState(false)
  // Of a window that begins later, the first message is not the first unread one.
  const isHere = after !== null && (!hasOlder || (messages[0]?.id ?? 0) <= after)
  const first = isHere ? messages.find(one => one.id > after && one.sender_id !== ownId) : undefined
  const look = () => {
    if (after === null || !isLoaded || isSeen) return
    const row = first && document.getElementById(`message-${first.id}`)?.getBoundingClientRect()
    const shown = box.current?.getBoundingClientRect()
    if (!shown) return
    if (row && row.bottom > shown.top && row.top < shown.bottom) setSeen(true)
    else setAbove(isHere ? row !== undefined && row.bottom <= shown.top : true)
  }
  // Once the rows have their places.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks at what was drawn
  useEffect(() => {
    const frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [first?.id, isHere, isLoaded])
  return { first, isAbove: isAbove && !isSeen, look }
}
