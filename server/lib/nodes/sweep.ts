import type { ClientBase } from 'pg'
import { buryNode, deadNodes, takeDeadNode } from './leases.ts'
import { removeMembers, turnoverEvents } from './members.ts'
import { notify } from './notifications.ts'

/** Runs work on a connection of its own in a transaction. */
export type InTransaction = <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>

/**
 * Removes what dead nodes have left behind and tells everybody, one channel at a time so that no transaction holds two channels. Any
 * living node may do it; where two do it at once, one of them finds nothing to do. `userGone` is called for those who are gone.
 */
export async function sweep(
  client: ClientBase,
  inTransaction: InTransaction,
  userGone: (channel: string, userId: string) => void,
): Promise<void> {
  for (const { id, channels } of await deadNodes(client)) {
    for (const channel of channels) {
      const gone = await inTransaction(own => clearChannel(own, id, channel))
      for (const userId of gone) userGone(channel, userId)
    }
    await buryNode(client, id)
  }
}

async function clearChannel(client: ClientBase, node: string, channel: string): Promise<string[]> {
  if (!(await takeDeadNode(client, node))) return []
  const turnover = await removeMembers(client, node, channel)
  if (turnover.removed.length > 0) await notify(client, turnoverEvents(channel, turnover))
  return turnover.removed
}
