import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, newDatabase } from '../../test/nodes/nodes.ts'
import { expiredNodes, livingNodes, lockExpiredNode, removeExpiredNode, renewLease } from './leases.ts'
import { changeMembers } from './members.ts'

const times = { seconds: 60, renewEveryMs: 1000 }
const nobody = { joining: new Map(), leaving: new Map(), asksForList: false }

let connections: [Client, Client, Client]
beforeAll(async () => {
  const ownerUrl = await newDatabase()
  connections = await Promise.all([connect(ownerUrl), connect(ownerUrl), connect(ownerUrl)])
})
afterAll(() => Promise.all(connections.map(connection => connection.end())))

/** A node whose lease has run out. */
async function deadNode(): Promise<string> {
  const id = randomUUID()
  await renewLease(connections[0], id, { ...times, seconds: -1 })
  return id
}

test('a node lives as long as it renews its lease', async () => {
  const [connection] = connections
  const id = randomUUID()
  expect(await renewLease(connection, id, times)).toBe(false)
  expect(await renewLease(connection, id, times)).toBe(true)
  expect(await livingNodes(connection)).toEqual([id])
  expect(await lockExpiredNode(connection, id)).toBe(false)
  await removeExpiredNode(connection, id)
  expect(await livingNodes(connection)).toEqual([id])
  await connection.query('delete from realtime_nodes')
})

test('one node at a time removes a dead one’s members, and the dead one notices its return', async () => {
  const [one, two, dead] = connections
  const id = await deadNode()
  expect(await expiredNodes(one)).toEqual([{ id, channels: [] }])
  await Promise.all([one.query('begin'), two.query('begin')])
  expect(await lockExpiredNode(one, id)).toBe(true)
  expect(await lockExpiredNode(two, id)).toBe(false)
  const renewed = renewLease(dead, id, times)
  await removeExpiredNode(one, id)
  await Promise.all([one.query('commit'), two.query('commit')])
  expect(await renewed).toBe(false)
  expect(await livingNodes(one)).toEqual([id])
  await one.query('delete from realtime_nodes')
})

test('a node without a lease writes no members', async () => {
  const [one, two] = connections
  const joining = new Map([['1.1', { user_id: '1', user_info: {} }]])
  for (const change of [nobody, { ...nobody, joining }]) {
    await one.query('begin')
    await expect(changeMembers(one, randomUUID(), 'presence-a', change)).rejects.toThrow()
    await one.query('rollback')
  }
  // Taken for dead while it is about to write.
  const id = await deadNode()
  await Promise.all([one.query('begin'), two.query('begin')])
  expect(await lockExpiredNode(one, id)).toBe(true)
  const writing = expect(changeMembers(two, id, 'presence-a', { ...nobody, joining })).rejects.toThrow()
  await removeExpiredNode(one, id)
  await one.query('commit')
  await writing
  await two.query('rollback')
})
