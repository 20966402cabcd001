import { renewPush } from './browserPush.ts'

let isListening = false

/** Keeps the subscription of this browser up to date, and goes where a notice leads that is tapped while a page is open. */
export async function followPush(userId: number): Promise<void> {
  if (!isListening)
    navigator.serviceWorker?.addEventListener('message', ({ data }) => {
      if (data?.type === 'OPEN' && typeof data.path === 'string' && data.path.startsWith('/'))
        location.assign(data.path)
    })
  isListening = true
  // It is asked for again at the next start.
  await renewPush(userId).catch(cause => console.warn('This device may not hear of notices', cause))
}
