/**
 * The joins and leaves of one node, one transaction at a time for each channel; what is asked meanwhile goes together into the next
 * one. So a thousand people who come back at once cost some transactions and not a thousand.
 */
import type { Member, MemberList } from '../pusher/adapter.ts'

export type Request = {
  socketId: string
  /** without one the socket only asks who is there */
  member: Member | undefined
  /** called when the list that it will get is true; without it the socket leaves */
  entered?: () => void
}

type Waiting = { request: Request; done: PromiseWithResolvers<MemberList> }

export class ChannelWork {
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
    // A channel keeps its queue, empty or not, for as long as it is worked on.
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
