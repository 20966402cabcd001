/**
 * The process behind audience.ts: does one order after the other, and answers each with a number, or with what went
 * wrong.
 */
import { once } from 'node:events'
import { Agent } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Pusher from 'pusher'
import type { Order, Stage } from './audience.ts'
import { heard, openSocket, textFrame } from './rawSocket.ts'

const atOnce = 50
/** Of those who come back together: as many as one who listens can have under way. */
const atOnceBack = 250
const data = {
  id: 4711,
  text: 'The trough in barn 2 is empty again, can somebody look after it?',
  at: '2026-11-20T14:32:00.000Z',
}

const stage: Stage = JSON.parse(process.argv[2] ?? '')
const post: () => Promise<unknown> = stage.tend ? postToTend(stage.address, stage.tend) : postPlainly

let sockets = 0
let streams: Duplex[] = []
/** Bytes that all sockets together have received since the last order. */
let received = 0
let waiting: { bytes: number; resolve: () => void } | undefined
/** Bytes of one message on one socket. */
let frame = 0

process.on('message', async (order: Order) => {
  process.send?.(await obey(order).catch(error => String(error)))
})

async function obey(order: Order): Promise<number> {
  if (order === 'comeBack') return comeBack()
  if ('grow' in order) {
    while (sockets < order.grow)
      await Promise.all(Array.from({ length: Math.min(atOnce, order.grow - sockets) }, enter))
    return sockets
  }
  frame ||= await measureFrame()
  received = 0
  const arrived = bytes(frame * sockets * order.post)
  const started = performance.now()
  if (order.oneByOne) for (let message = 0; message < order.post; message++) await post()
  await Promise.all([arrived, ...Array.from({ length: order.oneByOne ? 0 : order.post }, post)])
  return (sockets * order.post) / ((performance.now() - started) / 1000)
}

/** Everybody's line is cut, and everybody comes back, whoever is first first. */
async function comeBack(): Promise<number> {
  const wanted = sockets
  const cut = streams.map(stream => once(stream, 'close'))
  for (const stream of streams) stream.destroy()
  await Promise.all(cut)
  streams = []
  sockets = 0
  const started = performance.now()
  const enterNext = async () => {
    while (sockets < wanted) await enter()
  }
  await Promise.all(Array.from({ length: atOnceBack }, enterNext))
  return performance.now() - started
}

/** Resolves when this many bytes have been received. */
const bytes = (wanted: number) =>
  new Promise<void>(resolve => {
    waiting = { bytes: wanted, resolve }
  })

/** One message, heard by everybody: how long it is. Throws when not all received the same. */
async function measureFrame(): Promise<number> {
  await sleep(1000)
  received = 0
  await post()
  await sleep(2000)
  if (received === 0 || received % sockets > 0) throw new Error(`${sockets} sockets received ${received} bytes`)
  return received / sockets
}

async function enter(): Promise<void> {
  const number = sockets++
  const path = stage.tend ? `/app/${stage.tend.key}?protocol=7` : '/'
  const { stream, head } = await openSocket(stage.address + path)
  streams.push(stream)
  if (stage.tend) await subscribe(stream, head, stage.tend, stage.tend.tokens[Math.floor(number / 100)] ?? '')
  stream.on('data', chunk => {
    received += chunk.length
    if (waiting && received >= waiting.bytes) waiting.resolve()
  })
}

type Opened = Awaited<ReturnType<typeof openSocket>>

async function subscribe(
  stream: Opened['stream'],
  head: Buffer,
  { channel }: NonNullable<Stage['tend']>,
  token: string,
): Promise<void> {
  const [, socketId = ''] = await heard(stream, head, /socket_id\\":\\"([\d.]+)/)
  const response = await fetch(`${stage.address}/broadcasting/auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
  })
  if (!response.ok) throw new Error(`${channel} was refused: ${response.status} ${await response.text()}`)
  const subscribed = heard(stream, Buffer.alloc(0), /subscription_succeeded/)
  stream.write(textFrame(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(await response.json()) } })))
  await subscribed
}

function postToTend(address: string, { appId, key, secret, channel }: NonNullable<Stage['tend']>) {
  const { hostname, port } = new URL(address)
  const agent = new Agent({ keepAlive: true })
  const pusher = new Pusher({ appId, key, secret, host: hostname, port, useTLS: false, agent })
  return () => pusher.trigger(channel, 'message.sent', data)
}

/** The same JSON as on tend's sockets. */
function postPlainly() {
  const message = { event: 'message.sent', channel: 'presence-company.1', data: JSON.stringify(data) }
  return fetch(stage.address, { method: 'POST', body: JSON.stringify(message) })
}
