import { openForMs } from './openFor.ts'
import type { Pusher } from './realtimeChannels.ts'

/** Our server's answer to a question beside the protocol (`server/lib/pusher/receive.ts`). */
const QUIET = 'tend:quiet'
const ANSWER_MS = 3_000

/**
 * Whether, as the server knows, nothing was said in this connection's channels since the page was opened: then what the
 * page has read by now is true, and need not be read a second time. False as well where no answer comes.
 */
export async function nothingWasSaid({ connection }: Pusher): Promise<boolean> {
  const lastsMs = await new Promise<number>(resolve => {
    const timer = setTimeout(() => answer(0), ANSWER_MS)
    const onMessage = ({ event, data }: { event: string; data: { lasts_ms?: unknown } }) => {
      if (event === QUIET) answer(Number(data.lasts_ms))
    }
    function answer(ms: number) {
      clearTimeout(timer)
      connection.unbind('message', onMessage)
      resolve(ms)
    }
    connection.bind('message', onMessage)
    if (!connection.send_event(QUIET, {})) answer(0)
  })
  return lastsMs > openForMs()
}
