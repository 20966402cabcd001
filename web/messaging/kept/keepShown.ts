import type { Message } from '#shared/messaging/shapes.ts'
import type { Thread } from '../thread/Thread.ts'

/**
 * Keeps on the device what a thread shows, as it comes: whoever loses the signal a moment later finds it there, and need not wait for the next
 * time when all are brought. Returns the function that ends it.
 */
export function keepShown(thread: Thread, keep: (messages: Message[]) => Promise<unknown>): () => void {
  let known: ReadonlySet<Message> = new Set(thread.state.messages)
  let running: Promise<unknown> = Promise.resolve()
  return thread.watch(() => {
    const fresh = thread.state.messages.filter(message => !known.has(message))
    known = new Set(thread.state.messages)
    // Before the server has answered, only what is kept already is shown.
    if (fresh.length === 0 || thread.cursor === 0) return
    // One after the other: a later form of a message must not be overtaken by an earlier one.
    running = running.then(() => keep(fresh)).catch(cause => console.warn('Messages are not kept here', cause))
  })
}
