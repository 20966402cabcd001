import type { Connection } from './connection.ts'

const PONG_NOT_RECEIVED = 4201

/**
 * Looks after silent sockets: one that said nothing for the activity timeout is pinged, one that stayed silent for as long
 * again is closed. The ping is a WebSocket control frame, which browsers answer even while they hold back a page's timers.
 * Returns the function that stops it.
 */
export function keepAlive(connections: Map<string, Connection>, activityTimeout: number): () => void {
  const limit = activityTimeout * 1000
  const timer = setInterval(() => {
    const now = performance.now()
    for (const connection of connections.values()) {
      const silent = now - connection.lastHeard
      if (silent > 2 * limit) connection.end(PONG_NOT_RECEIVED, 'Pong reply not received in time')
      else if (silent > limit) connection.ping()
    }
  }, limit / 2)
  timer.unref()
  return () => clearInterval(timer)
}
