/**
 * One socket in one channel. From the moment it asks until the hub has answered, events that arrive are held, and follow
 * right after subscription_succeeded: nothing is lost between joining and being confirmed. Of arrivals and departures only those
 * follow that the list of members does not tell of already.
 */
import type { Connection } from './connections/connection.ts'
import { buildFrame } from './frames.ts'
import type { KeptGrant } from './grants/grants.ts'
import type { MemberList } from './members.ts'

export class Subscription {
  readonly connection: Connection
  readonly grant: KeptGrant
  ended = false
  private held: Buffer[] | undefined = []
  private isListed = false

  constructor(connection: Connection, grant: KeptGrant) {
    this.connection = connection
    this.grant = grant
  }

  get confirmed(): boolean {
    return this.held === undefined
  }

  /** The client asks, for the first time or again: holds what comes until it has its answer. */
  ask(): void {
    this.held ??= []
    this.isListed = false
  }

  /** The list that the client will get is true from now on. */
  listed(): void {
    this.isListed = true
  }

  /** Brings a frame to the socket, or holds it until the subscription is confirmed. */
  deliver(frame: Buffer, isOfMembership: boolean): void {
    if (!this.held) this.connection.write(frame)
    else if (this.isListed || !isOfMembership) this.held.push(frame)
  }

  /** Tells the client that it is in, with the members of a presence channel, and lets the held frames follow. */
  confirm(members: MemberList | undefined): void {
    this.connection.write(confirmation(this.grant.channel, members))
    for (const frame of this.held ?? []) this.connection.write(frame)
    this.held = undefined
  }
}

/** Of a crowd that enters together all are told the same list: its frame is built once. */
const frames = new WeakMap<MemberList, Buffer>()

function confirmation(channel: string, members: MemberList | undefined): Buffer {
  const built = members && frames.get(members)
  const frame = built ?? buildFrame('pusher_internal:subscription_succeeded', members, channel)
  if (members && !built) frames.set(members, frame)
  return frame
}
