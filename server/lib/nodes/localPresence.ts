/**
 * The members of presence channels by sockets of this node. This state is written to the database at once, or later
 * while the database is away, and completely after other nodes had taken this one for dead.
 */
import { Problem } from '#shared/lib/problem.ts'
import type { AdapterListeners, Member, MemberList } from '../pusher/adapter.ts'
import type { Log } from '../pusher/options.ts'
import type { Bus } from './bus.ts'
import type { InTransaction } from './leases.ts'
import { changeMembers, membershipEvents, type Sockets } from './members.ts'
import { notify } from './notifications.ts'

type LocalPresenceNeeds = {
  node: string
  bus: Bus
  log: Log
  inTransaction: InTransaction
  userGone: AdapterListeners['userGone']
}

export class LocalPresence {
  private readonly needs: LocalPresenceNeeds
  private readonly work = new ChannelWork((channel, requests) => this.change(channel, requests))
  private readonly here = new Map<string, Sockets>()
  /** joins and leaves that the database does not know of yet */
  private unsettled: [channel: string, socketId: string, member: Member][] = []

  constructor(needs: LocalPresenceNeeds) {
    this.needs = needs
  }

  /** Channels with a member on this node. */
  get size(): number {
    return this.here.size
  }

  /**
   * Lets a socket in, without a member only to watch. Resolves with everybody who is there; `entered` as the adapter
   * has it.
   */
  join(channel: string, socketId: string, member: Member | undefined, entered: () => void): Promise<MemberList> {
    if (member) {
      const sockets = this.here.get(channel) ?? new Map<string, Member>()
      this.here.set(channel, sockets.set(socketId, member))
    }
    return this.work.add(channel, { socketId, member, entered })
  }

  /** Lets a socket go. Resolves when the database knows, or cannot know for now. */
  async leave(channel: string, socketId: string): Promise<void> {
    const sockets = this.here.get(channel)
    const member = sockets?.get(socketId)
    if (!sockets || !member) return
    sockets.delete(socketId)
    if (sockets.size === 0) this.here.delete(channel)
    await this.settle(channel, socketId, member)
  }

  /** Writes what could not be written before; with `all` everybody who is here. */
  catchUp({ all }: { all: boolean }): void {
    const put = (channel: string, socketId: string, member: Member) => void this.settle(channel, socketId, member)
    if (all) for (const [channel, sockets] of this.here) for (const socket of sockets) put(channel, ...socket)
    for (const change of this.unsettled.splice(0)) put(...change)
  }

  /** Lets the database know whether a socket is in a channel, now or when it is back. */
  private async settle(channel: string, socketId: string, member: Member): Promise<void> {
    try {
      if (!this.needs.bus.isOpen) throw new Problem('unavailable')
      await this.work.add(channel, { socketId, member })
    } catch (error) {
      this.needs.log.debug({ err: error, channel }, 'realtime: presence could not be written and is retried')
      this.unsettled.push([channel, socketId, member])
    }
  }

  /**
   * Writes joins and leaves of this node's sockets, as they are by now, and tells everybody who has come and who has
   * gone.
   */
  private async change(channel: string, requests: Request[]): Promise<MemberList> {
    const { node, bus, inTransaction, userGone } = this.needs
    const [joining, leaving] = [new Map(), new Map()] satisfies [Sockets, Sockets]
    for (const { socketId, member } of requests) {
      const present = this.here.get(channel)?.get(socketId)
      if (present) joining.set(socketId, present)
      else if (member) leaving.set(socketId, member)
    }
    const entering = requests.flatMap(({ entered }) => entered ?? [])
    const asksForList = entering.length > 0
    const enterAll = () => {
      for (const entered of entering) entered()
    }
    const barrier = asksForList ? bus.barrier(enterAll) : undefined
    const changed = await inTransaction(async client => {
      const done = await changeMembers(client, node, channel, { joining, leaving, asksForList })
      const messages = [...membershipEvents(channel, done), ...(barrier ? [barrier.message] : [])]
      if (messages.length > 0) await notify(client, messages)
      return done
    }).catch(error => {
      barrier?.withdraw(error)
      throw error
    })
    for (const userId of changed.removed) userGone(channel, userId)
    await barrier?.arrived
    return listOf(changed.members)
  }
}

function listOf(members: Member[]): MemberList {
  return {
    presence: {
      ids: members.map(({ user_id }) => user_id),
      hash: Object.fromEntries(members.map(({ user_id, user_info }) => [user_id, user_info])),
      count: members.length,
    },
  }
}

// Batches the joins and leaves of one node: one transaction at a time for each channel, and requests that wait for it
// share the next one. A thousand people who come back at once cost a few transactions.

type Request = {
  socketId: string
  /** without one the socket only asks who is there */
  member: Member | undefined
  /** called when the list that it will get is true; without it the socket leaves */
  entered?: () => void
}

type Waiting = { request: Request; done: PromiseWithResolvers<MemberList> }

class ChannelWork {
  private readonly waiting = new Map<string, Waiting[]>()
  private readonly work: (channel: string, requests: Request[]) => Promise<MemberList>

  /** `work` does the requests of a channel, no two of them about the same socket, and lists its members. */
  constructor(work: (channel: string, requests: Request[]) => Promise<MemberList>) {
    this.work = work
  }

  /** Resolves with the list when the request is done. */
  add(channel: string, request: Request): Promise<MemberList> {
    const done = Promise.withResolvers<MemberList>()
    const queue = this.waiting.get(channel)
    if (queue) {
      queue.push({ request, done })
    } else {
      this.waiting.set(channel, [{ request, done }])
      void this.run(channel)
    }
    return done.promise
  }

  private async run(channel: string): Promise<void> {
    // A channel keeps its queue, empty or not, while it is worked on.
    for (let batch = this.take(channel); batch.length > 0; batch = this.take(channel)) {
      try {
        const members = await this.work(
          channel,
          batch.map(({ request }) => request),
        )
        for (const { done } of batch) done.resolve(members)
      } catch (error) {
        for (const { done } of batch) done.reject(error)
      }
    }
    this.waiting.delete(channel)
  }

  private take(channel: string): Waiting[] {
    return this.waiting.get(channel)?.splice(0) ?? []
  }
}
