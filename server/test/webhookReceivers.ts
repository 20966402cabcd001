/** Receivers of webhooks on this machine, each with a name and a way of answering. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type SQL, sql } from 'drizzle-orm'
import { expect, onTestFinished } from 'vitest'
import type { InputOf } from '#shared/lib/contract.ts'
import { webhooks } from '#shared/webhooks/contract.ts'
import { createOutgoing } from '../lib/outgoing/outgoing.ts'
import { asRecent } from './keys.ts'
import { type Person, platform } from './people.ts'
import { standInAt } from './standIn.ts'
import { tend } from './tend.ts'

export type Received = { headers: Record<string, string>; body: string; at: number }
type Answering = (response: ServerResponse, request: IncomingMessage) => void

/** A server for all names, which answers as each is told to; 200 by default. */
export async function receivingServer() {
  const pem = (name: string) => readFile(new URL(`./tls/${name}.pem`, import.meta.url))
  const [cert, key] = await Promise.all([pem('cert'), pem('key')])
  const asked = new Map<string, Received[]>()
  const answers = new Map<string, Answering>()
  const server = createServer({ cert, key }, (request, response) => {
    const host = (request.headers.host ?? '').split(':')[0] ?? ''
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const received = { body: Buffer.concat(parts).toString(), at: Date.now() }
      const headers = request.headers as Record<string, string>
      const all = asked.get(host) ?? []
      all.push({ ...received, headers })
      asked.set(host, all)
      const answer = answers.get(host)
      if (answer) answer(response, request)
      else response.writeHead(200).end('ok')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    answer: (name: string, how: Answering) => void answers.set(`${name}.example.com`, how),
    heard: (name: string): Received[] => asked.get(`${name}.example.com`) ?? [],
    port,
    standIn: await standInAt(port),
  }
}

/** The same for the tend of the tests. */
export async function receivers({ timeLimitMs = 1_500 } = {}) {
  const receiving = await receivingServer()
  const { services } = await tend()
  const usual = { ...services.outgoing }
  const here = createOutgoing({ isAllowed: () => true, timeLimitMs, standIn: receiving.standIn })
  Object.assign(services.outgoing, here)
  onTestFinished(() => {
    Object.assign(services.outgoing, usual)
    here.close()
  })
  return receiving
}

export const addressOf = (name: string) => `https://${name}.example.com/hook?from=tend`

/** A webhook of a manager's company, with its secret. */
export async function webhookTo(
  boss: Person,
  companyId: number,
  name: string,
  draft: Pick<InputOf<typeof webhooks.create>, 'key_id' | 'events'>,
) {
  const recent = await asRecent(boss, companyId)
  return recent.call(webhooks.create, { name, url: addressOf(name), ...draft })
}

/** The deliveries of a webhook, the first one first. */
export async function deliveriesOf(boss: Person, id: number) {
  const { data } = await boss.call(webhooks.deliveries, { id, per_page: 100 })
  return data.toReversed()
}

/** Waits until a number of deliveries of a webhook were tried, and gives them. */
export async function triedOf(boss: Person, id: number, count = 1) {
  const tried = async () => (await deliveriesOf(boss, id)).filter(({ sent_at }) => sent_at !== null)
  await expect.poll(async () => (await tried()).length, { timeout: 10_000 }).toBe(count)
  return tried()
}

/** Lets time pass for what waits, also for an answer: the next try is due, and no receiver rests. */
export const timePasses = (webhookId: number) => dueNow(webhookId, sql`true`)

/**
 * The same without those under way. One that was taken counts as lost a minute later; the next try after a failure is
 * due sooner than that by far, or later.
 */
export const timePassesForWaiting = (webhookId: number) =>
  dueNow(webhookId, sql`due_at not between now() + interval '10 seconds' and now() + interval '1 minute'`)

const dueNow = (webhookId: number, which: SQL) =>
  platform(async db => {
    await db.execute(sql`update webhooks set rests_until = null where id = ${webhookId}`)
    await db.execute(
      sql`update webhook_deliveries set due_at = now()
        where webhook_id = ${webhookId} and due_at is not null and ${which}`,
    )
  })
