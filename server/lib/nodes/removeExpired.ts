import type { ClientBase } from 'pg'
import { expiredNodes, lockExpiredNode, removeExpiredNode } from './leases.ts'
import { membershipEvents, removeMembers } from './members.ts'
import { notify } from './notifications.ts'

/** Runs work on a connection of its own in a transaction. */
export type InTransaction = <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>

/**
 * Removes what dead nodes have left behind and tells everybody, one channel at a time so that no transaction holds two channels. Any
 * living node may do it; where two do it at once, one of them finds nothing to do. `userGone` is called for those who are gone.
 */
export async function removeExpired(
  client: ClientBase,
  inTransaction: InTransaction,
  userGone: (channel: string, userId: string) => void,
): Promise<void> {
  for (const { id, channels } of await expiredNodes(client)) {
    for (const channel of channels) {
      const gone = await inTransaction(own => clearChannel(own, id, channel))
      for (const userId of gone) userGone(channel, userId)
    }
    await removeExpiredNode(client, id)
  }
}

async function clearChannel(client: ClientBase, node: string, channel: string): Promise<string[]> {
  if (!(await lockExpiredNode(client, node))) return []
  const membershipChange = await removeMembers(client, node, channel)
  if (membershipChange.removed.length > 0) await notify(client, membershipEvents(channel, membershipChange))
  return membershipChange.removed
}
