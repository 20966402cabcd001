import { pbkdf2 } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { addressesOf } from './addressesOf.ts'

/** A name server that has one address for some names, and says nothing of all others. */
async function nameServer(records: Record<string, string>) {
  const asked: string[] = []
  const socket: Socket = createSocket('udp4')
  socket.on('message', (question, { port }) => {
    const end = question.indexOf(0, 12) + 5
    const labels: string[] = []
    for (let at = 12; question[at]; at += (question[at] ?? 0) + 1)
      labels.push(question.subarray(at + 1, at + 1 + (question[at] ?? 0)).toString())
    const name = labels.join('.')
    asked.push(name)
    const address = records[name]
    if (!address) return
    const isIPv4Asked = question.readUInt16BE(end - 4) === 1
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)])
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, isIPv4Asked ? 1 : 0, 0, 0, 0, 0])
    const parts = [question.subarray(0, 2), head, question.subarray(12, end), ...(isIPv4Asked ? [answer] : [])]
    socket.send(Buffer.concat(parts), port)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return { servers: [`127.0.0.1:${socket.address().port}`], asked }
}

async function hostsFileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tend-hosts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'hosts'), text)
  return join(folder, 'hosts')
}

test('a name has the addresses that the name servers say, and an address is its own', async () => {
  const { servers } = await nameServer({ 'hooks.example.com': '93.184.215.14' })
  const found = [{ address: '93.184.215.14', family: 4 }]
  expect(await addressesOf('hooks.example.com', { servers })).toEqual(found)
  expect(await addressesOf('93.184.215.14', { servers })).toEqual(found)
  expect(await addressesOf('::1', { servers })).toEqual([{ address: '::1', family: 6 }])
})

test('what an operator wrote into the file of hosts comes before the name servers', async () => {
  const { servers, asked } = await nameServer({ 'erp.example.com': '93.184.215.14' })
  const hostsFile = await hostsFileOf(
    '127.0.0.1 localhost\n10.0.0.7\tERP.example.com erp # ours\nfd00::7 erp.example.com\n',
  )
  expect(await addressesOf('erp.example.com', { servers, hostsFile })).toEqual([
    { address: '10.0.0.7', family: 4 },
    { address: 'fd00::7', family: 6 },
  ])
  expect(asked).toEqual([])
})

test('name servers that say nothing keep no thread from files and hashes, and are given up in time', async () => {
  const { servers, asked } = await nameServer({})
  const waiting = Promise.allSettled(
    Array.from({ length: 50 }, (_, number) => addressesOf(`silent${number}.example.com`, { servers, limitMs: 1_000 })),
  )
  await expect.poll(() => new Set(asked).size).toBe(50)
  let isOver = false
  void waiting.then(() => {
    isOver = true
  })
  await promisify(pbkdf2)('a password', 'salt', 1_000, 32, 'sha256')
  expect(isOver).toBe(false)
  expect((await waiting).map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 'rejected'))
})
