/**
 * The members of presence channels in the database. A channel changes under a lock that all nodes respect, so that of
 * two sockets of a user on two nodes exactly one is the first, and one the last; who has come or gone is told in the
 * transaction of the change.
 */
import type { ClientBase } from 'pg'
import type { Member, Message } from '../pusher/adapter.ts'

/** Any fixed number; the other half of the lock is the channel. */
const CHANNEL_LOCKS = 7_316_244

/** Sockets of one node, with whose they are. */
export type Sockets = Map<string, Member>

/** The members who joined a channel, and those whose last socket has left it. */
export type MembershipChange = { added: Member[]; removed: string[] }

/**
 * Changes who of a node is in a channel, and lists who is in it then; without a list where nobody has asked for one.
 * Rejects where the node has no lease.
 */
export async function changeMembers(
  client: ClientBase,
  node: string,
  channel: string,
  { joining, leaving, asksForList }: { joining: Sockets; leaving: Sockets; asksForList: boolean },
): Promise<MembershipChange & { members: Member[] }> {
  const joined = [...joining].map(([socket, { user_id, user_info }]) => ({ socket, user_id, user_info }))
  const touched = [...joining.values(), ...leaving.values()].map(({ user_id }) => user_id)
  const [lease, , before, , , members] = await Promise.all([
    // Before the channel's lock, in the order in which a removeExpired takes them: otherwise the two could wait for
    // each other.
    client.query('select from realtime_nodes where id = $1 for key share', [node]),
    lockChannel(client, channel),
    findMembers(client, channel, touched),
    client.query('delete from realtime_members where channel = $1 and node_id = $2 and socket_id = any($3::text[])', [
      channel,
      node,
      [...leaving.keys()],
    ]),
    client.query(
      `insert into realtime_members (channel, socket_id, node_id, user_id, user_info)
       select $1, socket, $2, user_id, user_info
       from json_to_recordset($3::json) as joined(socket text, user_id text, user_info json)
       on conflict do nothing`,
      [channel, node, JSON.stringify(joined)],
    ),
    findMembers(client, channel, asksForList ? null : touched),
  ])
  if (lease.rowCount === 0) throw new Error('This node has no lease.')
  const after = members.filter(({ user_id }) => touched.includes(user_id))
  return { members, ...membershipChange(before, after) }
}

/** Removes all that a node has in a channel. */
export async function removeMembers(client: ClientBase, node: string, channel: string): Promise<MembershipChange> {
  const [, before, , after] = await Promise.all([
    lockChannel(client, channel),
    findMembers(client, channel, null),
    client.query('delete from realtime_members where channel = $1 and node_id = $2', [channel, node]),
    findMembers(client, channel, null),
  ])
  return membershipChange(before, after)
}

/** What the sockets of a channel hear of a membershipChange, as messages to all nodes. */
export function membershipEvents(channel: string, { added, removed }: MembershipChange): string[] {
  const memberEvent = (event: string, data: object) =>
    JSON.stringify({ kind: 'event', channels: [channel], event, data } satisfies Message)
  return [
    ...added.map(member => memberEvent('pusher_internal:member_added', member)),
    ...removed.map(user_id => memberEvent('pusher_internal:member_removed', { user_id })),
  ]
}

/** The ids of the users in each channel that has any. */
export async function findUserIds(client: ClientBase, channels: string[]): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ channel: string; ids: string[] }>(
    `select channel, array_agg(user_id order by number) as ids from (
       select channel, user_id, min(number) as number from realtime_members
       where channel = any($1::text[]) group by channel, user_id
     ) as users group by channel`,
    [channels],
  )
  return new Map(rows.map(({ channel, ids }) => [channel, ids]))
}

const lockChannel = (client: ClientBase, channel: string) =>
  client.query('select pg_advisory_xact_lock($1, hashtext($2))', [CHANNEL_LOCKS, channel])

/** Those of the users who are in a channel, or everybody, once each and in the order of their arrival. */
async function findMembers(client: ClientBase, channel: string, users: string[] | null): Promise<Member[]> {
  const { rows } = await client.query<Member>(
    `select user_id, user_info from (
       select distinct on (user_id) user_id, user_info, number from realtime_members
       where channel = $1 and ($2::text[] is null or user_id = any($2)) order by user_id, number
     ) as users order by number`,
    [channel, users],
  )
  return rows
}

function membershipChange(before: Member[], after: Member[]): MembershipChange {
  const [were, are] = [before, after].map(members => new Set(members.map(({ user_id }) => user_id)))
  return {
    added: after.filter(({ user_id }) => !were?.has(user_id)),
    removed: before.map(({ user_id }) => user_id).filter(id => !are?.has(id)),
  }
}
