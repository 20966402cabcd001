import type { Message } from '#shared/messaging/shapes.ts'
import type { Read, Thread } from './Thread.ts'

/** Gives a thread what was heard on its conversation's channel. After a (new) subscription it fetches what it may have missed. */
export function tellThread(thread: Thread, event: string, data: unknown): void {
  if (event === 'message.sent' || event === 'message.updated' || event === 'message.deleted')
    thread.hear(data as Message)
  if (event === 'conversation-read') thread.hearRead(data as Read)
  // Whatever was said before is told to nobody any more.
  if (event === 'pusher:subscription_succeeded') void thread.catchUp()
}
