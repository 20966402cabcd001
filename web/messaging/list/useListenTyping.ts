import { useEffect } from 'react'
import { type Conversation, conversationChannel, type Message } from '#shared/messaging/shapes.ts'
import { realtime } from '../../realtime.ts'
import { tellTyping } from '../thread/typing.ts'

/** Each is a channel of its own: of so many at the top of the list it is heard who types. */
const most = 15

/** Hears who types in the first conversations of the list. */
export function useListenTyping(conversations: readonly Conversation[] | undefined): void {
  // In the order of their numbers: which of them is on top changes with every message, and is all the same here.
  const heard = (conversations ?? [])
    .slice(0, most)
    .toSorted((one, other) => one.id - other.id)
    .map(({ company_id, id }) => `${company_id} ${id}`)
    .join()
  useEffect(() => {
    if (!heard) return
    const left = heard.split(',').map(one => {
      const [companyId = 0, id = 0] = one.split(' ').map(Number)
      return realtime.listen(conversationChannel(companyId, id), (event, data) => {
        if (event === 'client-typing') tellTyping(id, (data as { user_id: number }).user_id)
        if (event === 'message.sent') tellTyping(id, (data as Message).sender_id, false)
      })
    })
    return () => {
      for (const leave of left) leave()
    }
  }, [heard])
}
