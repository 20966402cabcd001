/**
 * Conversations through two real tends on one database, for the tests: many write at once through both, and connections
 * are cut while they do. What a screen shows is worked out by the browser's own code.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Conversation, conversationChannel, type Message } from '#shared/messaging/shapes.ts'
import { applyThreadEvent, Thread } from '../../web/messaging/thread/Thread.ts'
import { newDatabase } from './nodes/nodes.ts'
import { balance, browserOf, type SignedIn, signIn, spawnTend, type TendProcess } from './nodes/tends.ts'
import { heard } from './pusher/pusherServer.ts'

type Size = {
  /** Messages of each of twenty senders. */
  each: number
  /** Messages that flow while a reader's connection is cut `cuts` times, once for each seed. */
  flowing: number
  cuts: number
  seeds: number[]
}

const events = ['message.sent', 'message.updated', 'message.deleted', 'conversation-read'] as const

class ServerSaidNo extends Error {
  readonly code: string
  constructor(status: number, { code, message }: { code: string; message: string }) {
    super(`${status} ${code}: ${message}`)
    this.code = code
  }
}

/** Calls the API of one tend. Throws what it refuses. */
async function call<T>({ token }: SignedIn, port: number, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}/api/messaging${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new ServerSaidNo(response.status, answer)
  return answer.data
}

/** The tests of conversations on two nodes, as large as is said. */
export function testTalks({ each, flowing, cuts, seeds }: Size): void {
  let ownerUrl: string
  let tends: TendProcess[]
  const closing: (() => void)[] = []

  beforeAll(async () => {
    ownerUrl = await newDatabase()
    tends = await Promise.all([1, 2].map(() => spawnTend(ownerUrl)))
  })
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })
  afterAll(() => Promise.all(tends?.map(tend => tend.stop()) ?? []))

  const portOf = (at: number) => tends[at % tends.length]?.port ?? 0
  const post = (person: SignedIn, port: number, id: number, message_text: string) =>
    call<Message>(person, port, 'POST', `/conversations/${id}/messages`, { message_text })

  async function group([first, ...others]: SignedIn[]): Promise<Conversation> {
    const draft = { type: 'group', title: 'All of us', user_ids: others.map(({ id }) => id) }
    return call<Conversation>(first as SignedIn, portOf(0), 'POST', '/conversations', draft)
  }

  /** All messages of a conversation, page by page from the newest back. */
  async function everything(person: SignedIn, port: number, id: number): Promise<Message[]> {
    const all: Message[] = []
    for (;;) {
      const before = all[0] ? `&before=${all[0].id}` : ''
      const page = await call<Message[]>(person, port, 'GET', `/conversations/${id}/messages?limit=100${before}`)
      all.unshift(...page)
      if (page.length < 100) return all
    }
  }

  test(`20 senders × ${each} messages through two nodes: ten readers hear all, in one order, none twice`, async () => {
    const people = await signIn(ownerUrl, 30)
    const [senders, readers] = [people.slice(0, 20), people.slice(20)]
    const { id, company_id } = await group(people)
    const heardBy = await Promise.all(
      readers.map(async (reader, at) => {
        const pusher = browserOf(reader, portOf(at))
        closing.push(() => pusher.disconnect())
        const texts: string[] = []
        const channel = pusher.subscribe(conversationChannel(company_id, id))
        channel.bind(
          'message.sent',
          ({ kind, message_text }: Message) => kind === 'message' && texts.push(message_text),
        )
        await heard(channel, 'pusher:subscription_succeeded')
        return texts
      }),
    )
    const began = performance.now()
    await Promise.all(
      senders.map(async (sender, who) => {
        for (let at = 0; at < each; at++) await post(sender, portOf(who + at), id, `${who}:${at}`)
      }),
    )
    const count = senders.length * each
    await expect.poll(() => heardBy.map(texts => texts.length), { timeout: 60_000 }).toEqual(readers.map(() => count))
    const took = Math.round(performance.now() - began)
    const stored = await everything(readers[0] as SignedIn, portOf(0), id)
    const texts = stored.filter(({ kind }) => kind === 'message').map(message => message.message_text)
    expect(new Set(texts).size).toBe(count)
    expect(texts).toHaveLength(count)
    for (const own of heardBy) expect(own).toEqual(texts)
    expect(await everything(readers[1] as SignedIn, portOf(1), id)).toEqual(stored)
    for (const who of senders.keys()) {
      const own = texts.filter(text => text.startsWith(`${who}:`))
      expect(own).toEqual(Array.from({ length: each }, (_, at) => `${who}:${at}`))
    }
    console.log(`${count} of ${count} messages at each of ${readers.length} readers on two nodes in ${took} ms`)
  })

  test('whoever leaves on one node hears nothing more on the other, within a second', async () => {
    const [stays, leaves] = (await signIn(ownerUrl, 2)) as [SignedIn, SignedIn]
    const { id, company_id } = await group([stays, leaves])
    const [kept, gone] = await Promise.all(
      [stays, leaves].map(async person => {
        const pusher = browserOf(person, portOf(1))
        closing.push(() => pusher.disconnect())
        const texts: string[] = []
        const channel = pusher.subscribe(conversationChannel(company_id, id))
        channel.bind('message.sent', ({ message_text }: Message) => texts.push(message_text))
        await heard(channel, 'pusher:subscription_succeeded')
        return { channel, texts }
      }),
    )
    if (!kept || !gone) throw new Error('Nobody listens.')
    const ended = heard(gone.channel, 'pusher:subscription_error')
    const began = performance.now()
    await call(leaves, portOf(0), 'POST', `/conversations/${id}/leave`, {})
    await ended
    expect(performance.now() - began).toBeLessThan(1000)
    await post(stays, portOf(0), id, 'Alone')
    await expect.poll(() => kept.texts).toContain('Alone')
    expect(gone.texts).not.toContain('Alone')
  })

  test.each(seeds)(
    `${cuts} cuts while ${flowing} messages flow: the screen equals a fresh load (seed %i)`,
    async seed => {
      let state = seed
      const chance = (below: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return Math.floor((state / 2_147_483_648) * below)
      }
      const people = await signIn(ownerUrl, 6)
      const [reader, ...senders] = people as [SignedIn, ...SignedIn[]]
      const { id, company_id } = await group(people)
      const front = await balance(tends.map(({ port }) => port))
      closing.push(() => front.close())
      const threadOn = (port: number) =>
        new Thread(
          {
            changeId: async () => (await call<Conversation>(reader, port, 'GET', `/conversations/${id}`)).change_id,
            messages: query =>
              call(
                reader,
                port,
                'GET',
                `/conversations/${id}/messages?${new URLSearchParams(query as Record<string, string>)}`,
              ),
          },
          error => error instanceof ServerSaidNo && error.code === 'history_gone',
        )
      // The page asks through the connection that is cut, too.
      const thread = threadOn(front.port)
      const pusher = browserOf(reader, front.port)
      closing.push(() => pusher.disconnect())
      let heardOf = 0
      const channel = pusher.subscribe(conversationChannel(company_id, id))
      for (const event of [...events, 'pusher:subscription_succeeded'])
        channel.bind(event, (data: unknown) => {
          heardOf++
          applyThreadEvent(thread, event, data)
        })
      await heard(channel, 'pusher:subscription_succeeded')

      const written: number[] = []
      const writing = Promise.all(
        senders.map(async (sender, who) => {
          for (let at = 0; at < flowing / senders.length; at++) {
            const port = portOf(who + at)
            written.push((await post(sender, port, id, `${who}:${at}`)).id)
            const [any, what] = [written[chance(written.length)] ?? 0, chance(12)]
            if (what === 0) await call(sender, port, 'POST', `/conversations/${id}/read`, {})
            if (what === 1) await call(sender, port, 'POST', `/messages/${any}/reaction`, { emoji: '👍' })
            if (what === 2)
              await call(sender, port, 'PUT', `/messages/${written.at(-1)}`, { message_text: `${who}:${at}!` }).catch(
                () => undefined,
              )
          }
        }),
      )
      let isFlowing = true
      void writing.finally(() => {
        isFlowing = false
      })
      let cut = 0
      while (cut < cuts) {
        if (!isFlowing) written.push((await post(reader, portOf(cut), id, `late ${cut}`)).id)
        await expect.poll(() => channel.subscribed, { timeout: 20_000, interval: 10 }).toBe(true)
        await delay(chance(60))
        // The network goes; in one case of four the client is left to find out by itself, else the page hurries it.
        front.cut()
        cut++
        if (chance(4) === 0) continue
        pusher.disconnect()
        await delay(chance(80))
        pusher.connect()
      }
      await writing
      await expect.poll(() => channel.subscribed, { timeout: 20_000 }).toBe(true)
      const fresh = threadOn(portOf(0))
      await fresh.load()
      await expect.poll(() => thread.cursor, { timeout: 20_000 }).toBe(fresh.cursor)
      const shown = thread.state.messages
      expect(shown.slice(-fresh.state.messages.length).map(plain)).toEqual(fresh.state.messages.map(plain))
      // Further up too: a window holds two hundred, and none of them may be missing or old.
      const stored = await everything(reader, portOf(1), id)
      expect(shown.map(plain)).toEqual(stored.slice(-shown.length).map(plain))
      const ids = shown.map(message => message.id)
      expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other))
      console.log(`seed ${seed}: ${cut} cuts, ${written.length} messages, ${heardOf} events heard, as a fresh load`)
    },
    1_200_000,
  )
}

/** A message with what stands in no order put in one. */
const plain = ({ reads, reactions, change_id: _, ...message }: Message) => ({
  ...message,
  reads: reads.map(({ user_id }) => user_id).toSorted(),
  reactions: reactions.map(({ emoji, user_ids }) => [emoji, user_ids.toSorted()]),
})
