/**
 * What one socket, and all sockets together, may use. Sizes and the client event rate are those that Pusher documents;
 * the rest keeps one careless or hostile client from hurting the others.
 */
export type Rate = { burst: number; perSecond: number }

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
