import type { TrustProxy } from '../network/network.ts'

export type PusherOptions = {
  appId: string
  key: string
  secret: string
  /** seconds, advertised to clients; a socket that is silent for longer is pinged */
  activityTimeout: number
  log: Log
  /** called once, on one node, when the last socket of a user leaves a presence channel or closes */
  onUserGone?: (channel: string, userId: string) => void
  /** asked of each client event before it is passed on; without it, all who are subscribed may send one */
  maySay?: (channel: string, userId: number) => Promise<boolean>
  /** called on every node when the settings have changed, or may have while messages were missed */
  onSettings?: () => void
  /** whether a page of this origin may connect; clients that are not browsers send none */
  allowedOrigin?: (origin: string | undefined, host: string | undefined) => boolean
  /** which proxies say where sockets come from, in X-Forwarded-For */
  trustProxy?: TrustProxy | false
}

/**
 * The bounds of one socket and of all together. Sizes and the rate of client events are those that Pusher documents;
 * the others keep one client from hurting the rest.
 */
type Rate = { burst: number; perSecond: number }

export type Limits = {
  /** open sockets on this node; further ones are told to come back (4100), as with the two limits that follow */
  connections: number
  /** open sockets of one user on this node */
  socketsPerUser: number
  /** open sockets from one address on this node, which may be that of a whole farm */
  socketsPerAddress: number
  /** subscriptions of one socket */
  channelsPerSocket: number
  /** one incoming WebSocket message; more closes the socket with 1009 */
  frameBytes: number
  /** data of one client event, encoded */
  clientEventBytes: number
  /** user_info of one presence member, encoded */
  memberBytes: number
  /** what may wait for a slow reader before its socket is dropped; it reconnects and fetches what it missed */
  bufferedBytes: number
  frames: Rate
  /** the burst lets a client with all its channels come back after a reconnect */
  subscribes: Rate
  clientEvents: Rate
}

export const LIMITS: Limits = {
  connections: 10_000,
  socketsPerUser: 100,
  socketsPerAddress: 1000,
  channelsPerSocket: 250,
  frameBytes: 64 * 1024,
  clientEventBytes: 10 * 1024,
  memberBytes: 1024,
  bufferedBytes: 1024 * 1024,
  frames: { burst: 600, perSecond: 60 },
  subscribes: { burst: 300, perSecond: 10 },
  clientEvents: { burst: 10, perSecond: 10 },
}

/** The part of the application's logger that the realtime server uses. */
export type Log = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
  debug(details: object, message: string): void
}

/**
 * A token bucket in one number (the generic cell rate algorithm): `burst` tokens at once, `perSecond` in the long run.
 * `fullAt` is the moment in milliseconds at which the bucket is full again, 0 in the beginning. Returns it with one
 * more token taken, or undefined where none is left.
 */
export function takeToken({ burst, perSecond }: Rate, fullAt: number, now = performance.now()): number | undefined {
  const each = 1000 / perSecond
  const next = Math.max(fullAt, now) + each
  // A thousandth for what adding up fractions loses.
  return next - now <= burst * each + 0.001 ? next : undefined
}
