/** Gives grants to the sockets of this node, and takes them away again. */
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import type { Hub } from '../hub.ts'
import { InvalidSubscription } from '../invalidSubscription.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import type { Subscriptions } from '../subscriptions.ts'
import type { GrantMatch, Grants, KeptGrant } from './grants.ts'

const SESSION_ENDED = 4009
const OVER_CAPACITY = 4100

export type GrantKeeperNeeds = {
  grants: Grants
  connections: Connections
  subscriptions: Subscriptions
  hub: Hub
  limits: Limits
  log: Log
}

export class GrantKeeper {
  private readonly needs: GrantKeeperNeeds

  constructor(needs: GrantKeeperNeeds) {
    this.needs = needs
  }

  /**
   * Brings a grant to the node that has the socket. Throws InvalidSubscription where that is this node and the socket may not have it;
   * grants are only kept for open sockets, so that nobody can fill the memory with invented ones.
   */
  async share(grant: KeptGrant): Promise<void> {
    const connection = this.needs.connections.get(grant.socketId)
    if (connection) this.keep(connection, grant)
    else await this.needs.hub.send([{ kind: 'grant', grant }])
  }

  /** Takes a grant that was made on any node, if its socket is here. */
  take(grant: KeptGrant): void {
    const connection = this.needs.connections.get(grant.socketId)
    if (!connection) return
    try {
      this.keep(connection, grant)
    } catch (error) {
      // The subscription that it was meant for is refused.
      if (!(error instanceof InvalidSubscription)) throw error
      this.needs.log.debug({ err: error }, 'realtime: a grant of another node was not taken')
    }
  }

  /** Takes the grants that match away from the sockets of this node, and ends their subscriptions. */
  revoke(match: GrantMatch): void {
    const { grants, connections, subscriptions } = this.needs
    for (const { socketId, channel } of grants.remove(match)) {
      const connection = connections.get(socketId)
      if (!connection) continue
      if (match.channel === undefined && !grants.holdsAny(socketId)) connection.end(SESSION_ENDED, 'Session ended')
      else subscriptions.revoke(connection, channel)
    }
  }

  private keep(connection: Connection, grant: KeptGrant): void {
    const { grants, limits } = this.needs
    if (!grants.holdsAny(connection.id) && grants.socketsOf(grant.userId) >= limits.socketsPerUser) {
      connection.end(OVER_CAPACITY, 'Too many connections of one user')
      throw new InvalidSubscription('Too many connections of one user')
    }
    // Texts that were cut out of a request hold all of it: kept are those that are here already.
    const kept = { ...grant, socketId: connection.id, channel: shared(grant.channel) }
    grants.add(kept, channel => connection.subscriptionTo(channel) !== undefined)
  }
}

/** A text as V8 keeps the names of fields: once for all who have the same, for as long as anybody has it. */
const shared = (text: string): string => Object.keys({ [text]: 0 })[0] ?? text
