import { Listeners } from '../listeners.ts'
import { loadWithRetry } from '../retry.ts'
import type { Realtime, RealtimeState } from './realtime.ts'
import type { Listener } from './realtimeChannels.ts'

type Waiting = { channel: string; listener: Listener; leave?: () => void }

/**
 * The connection for screens that are shown before its code is fetched: earlier listeners are connected once it is
 * here. `make` is called with the first listener.
 */
export function lateRealtime(make: () => Promise<Realtime>) {
  const waiting = new Set<Waiting>()
  const listeners = new Listeners()
  let here: Realtime | undefined
  let isBegun = false

  function begin(made: Realtime): void {
    made.watch(listeners.notify)
    here = made
    for (const one of waiting) one.leave = made.listen(one.channel, one.listener)
  }

  return {
    get state(): RealtimeState {
      return here?.state ?? 'connecting'
    },
    watch: listeners.subscribe,
    listen(channel: string, listener: Listener): () => void {
      if (here) return here.listen(channel, listener)
      const one: Waiting = { channel, listener }
      waiting.add(one)
      if (!isBegun) loadWithRetry(make, begin)
      isBegun = true
      return () => {
        waiting.delete(one)
        one.leave?.()
      }
    },
    say: (...said: Parameters<Realtime['say']>) => here?.say(...said),
    disconnect(): void {
      waiting.clear()
      here?.disconnect()
    },
  }
}
