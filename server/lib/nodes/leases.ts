/** Which nodes live: each renews its lease, by the database's clock, so that no node's clock matters. */
import type { ClientBase } from 'pg'
import { membershipEvents, removeMembers } from './members.ts'
import { notify } from './notifications.ts'

/** What a node may lose, a stalled process for example, before it is taken for dead. */
export type LeaseTimes = { seconds: number; renewEveryMs: number }

export const LEASE_TIMES: LeaseTimes = { seconds: 6, renewEveryMs: 1000 }

/** Renews a node's lease; false where it had none, or others had taken it for dead. */
export async function renewLease(
  client: ClientBase,
  node: string,
  { seconds }: LeaseTimes,
  version?: string,
): Promise<boolean> {
  const expiry = 'clock_timestamp() + make_interval(secs => $2)'
  const renewed = await client.query(`update realtime_nodes set expires_at = ${expiry} where id = $1`, [node, seconds])
  if (renewed.rowCount === 1) return true
  await client.query(
    `insert into realtime_nodes (id, expires_at, version) values ($1, ${expiry}, $3) on conflict do nothing`,
    [node, seconds, version],
  )
  return false
}

/** Ends the lease of this node, which has no members any more; with members it is left to run out. */
export async function endLease(client: ClientBase, node: string): Promise<void> {
  await client.query(
    'delete from realtime_nodes where id = $1 and not exists (select from realtime_members where node_id = $1)',
    [node],
  )
}

/** Forgets a dead node of which nothing is left. */
export async function removeExpiredNode(client: ClientBase, node: string): Promise<void> {
  await client.query(
    `delete from realtime_nodes where id in (
       select id from realtime_nodes where id = $1 and expires_at < clock_timestamp()
       and not exists (select from realtime_members where node_id = $1) for update skip locked
     )`,
    [node],
  )
}

export async function livingNodes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from realtime_nodes where expires_at > clock_timestamp()',
  )
  return rows.map(({ id }) => id)
}

/** The dead nodes, with the channels in which they have left members. */
export async function expiredNodes(client: ClientBase): Promise<{ id: string; channels: string[] }[]> {
  const { rows } = await client.query<{ id: string; channels: string[] }>(
    `select id, array(select distinct channel from realtime_members where node_id = id) as channels
     from realtime_nodes where expires_at < clock_timestamp()`,
  )
  return rows
}

/**
 * Takes a dead node for the length of a transaction; false where it lives again, is gone, or another node has taken it.
 */
export async function lockExpiredNode(client: ClientBase, node: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from realtime_nodes where id = $1 and expires_at < clock_timestamp() for update skip locked',
    [node],
  )
  return rowCount === 1
}

/** Runs work on a connection of its own in a transaction. */
export type InTransaction = <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>

/**
 * Removes what dead nodes have left behind and tells everybody, one channel at a time so that no transaction holds two
 * channels. Any living node may do it; where two do it at once, one of them finds nothing to do. `userGone` is called
 * for those who are gone.
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
