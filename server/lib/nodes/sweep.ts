import type { ClientBase } from 'pg'
import { deadNodes, endLease, takeDeadNode } from './leases.ts'
import { removeMembers, type Turnover } from './members.ts'

/** Runs work on a connection of its own in a transaction. */
export type InTransaction = <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>

export type Sweeper = {
  inTransaction: InTransaction
  /** tells everybody, in the transaction, who is gone from a channel */
  tell(client: ClientBase, channel: string, turnover: Turnover): Promise<void>
  /** called once that has happened */
  swept(channel: string, turnover: Turnover): void
}

/**
 * Removes what dead nodes have left behind, one channel at a time so that no transaction holds two channels. Any living node may do
 * it; where two do it at once, one of them finds nothing to do.
 */
export async function sweep(client: ClientBase, { inTransaction, tell, swept }: Sweeper): Promise<void> {
  for (const { id, channel } of await deadNodes(client)) {
    const turnover = await inTransaction(async own => {
      if (!(await takeDeadNode(own, id))) return undefined
      const removed = channel === null ? undefined : await removeMembers(own, id, channel)
      if (channel !== null && removed) await tell(own, channel, removed)
      await endLease(own, id)
      return removed
    })
    if (channel !== null && turnover) swept(channel, turnover)
  }
}
