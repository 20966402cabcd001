/**
 * One socket in one channel. From the moment it asks until the hub has answered, events that arrive are held, and follow
 * right after subscription_succeeded: nothing is lost between joining and being confirmed.
 */
import type { Connection } from './connection.ts'
import type { KeptGrant } from './grants.ts'
import type { MemberList } from './presence.ts'

export class Subscription {
  readonly connection: Connection
  readonly grant: KeptGrant
  ended = false
  private held: Buffer[] | undefined = []

  constructor(connection: Connection, grant: KeptGrant) {
    this.connection = connection
    this.grant = grant
  }

  get confirmed(): boolean {
    return this.held === undefined
  }

  /** Brings a frame to the socket, or holds it until the subscription is confirmed. */
  deliver(frame: Buffer): void {
    if (this.held) this.held.push(frame)
    else this.connection.write(frame)
  }

  /** Tells the client that it is in, with the members of a presence channel, and lets the held frames follow. */
  confirm(members: MemberList | undefined): void {
    this.connection.send('pusher_internal:subscription_succeeded', members, this.grant.channel)
    for (const frame of this.held ?? []) this.connection.write(frame)
    this.held = undefined
  }
}
