/** A window of messages stays true to the server when events are lost, late or doubled. */
import { expect, test } from 'vitest'
import type { Message } from '#shared/messaging/shapes.ts'
import { maxShown, pageSize, Thread } from './Thread.ts'

type Event =
  | { message: Message }
  | { read: { user_id: number; read_at: string; last_read_id: number; change_id: number } }

/** A conversation as the server has it: changes are counted without a gap, and each is told. */
class FakeServer {
  messages: Message[] = []
  changeId = 0
  knownFrom = 0
  listeners = new Set<(event: Event) => void>()
  private readonly reads: { userId: number; fromId: number; id: number; changeId: number; at: string }[] = []

  private shown = (message: Message): Message => {
    const of = this.reads.filter(({ fromId, id }) => fromId < message.id && message.id <= id)
    return {
      ...message,
      reads: of
        .filter(({ userId }) => userId !== message.sender_id)
        .map(({ userId, at }) => ({ user_id: userId, read_at: at })),
      change_id: Math.max(message.change_id, ...of.map(({ changeId }) => changeId)),
    }
  }

  post(sender_id: number): void {
    const id = (this.messages.at(-1)?.id ?? 0) + 1 + (this.changeId % 3)
    const message = { id, uuid: `${id}`, sender_id, message_text: `Line ${id}`, reads: [], change_id: ++this.changeId }
    this.messages.push(message as unknown as Message)
    this.tell({ message: message as unknown as Message })
  }
  edit(at: number): void {
    const message = this.messages[at]
    if (!message) return
    const changed = { ...message, message_text: `${message.message_text}!`, change_id: ++this.changeId }
    this.messages[at] = changed
    this.tell({ message: this.shown(changed) })
  }
  read(userId: number): void {
    const last = this.messages.at(-1)?.id ?? 0
    const from = Math.max(0, ...this.reads.filter(one => one.userId === userId).map(({ id }) => id))
    if (last <= from) return
    const read = { userId, fromId: from, id: last, changeId: ++this.changeId, at: `${this.changeId}` }
    this.reads.push(read)
    this.tell({ read: { user_id: userId, read_at: read.at, last_read_id: last, change_id: read.changeId } })
  }
  private tell(event: Event): void {
    for (const listener of this.listeners) listener(event)
  }

  get asServer() {
    return {
      changeId: async () => this.changeId,
      messages: async (query: { before?: number; after?: number; around?: number; changed_after?: number }) => {
        await Promise.resolve()
        const all = this.messages.map(this.shown)
        if (query.changed_after !== undefined) {
          if (query.changed_after < this.knownFrom) throw new Error('history_gone')
          return all.filter(({ change_id }) => change_id > (query.changed_after ?? 0))
        }
        if (query.before !== undefined) return all.filter(({ id }) => id < (query.before ?? 0)).slice(-pageSize)
        if (query.after !== undefined) return all.filter(({ id }) => id > (query.after ?? 0)).slice(0, pageSize)
        return all.slice(-pageSize)
      },
    }
  }
}

const isGone = (error: unknown) => error instanceof Error && error.message === 'history_gone'
const settled = async (thread: Thread) => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
  await thread.catchUp()
}
/** Shown messages; reads run in any order. */
const picture = (messages: readonly Message[]) =>
  messages.map(({ id, message_text, reads }) => [id, message_text, reads.map(({ user_id }) => user_id).sort()])

test.each([1, 2, 3, 4, 5])(
  'a hundred cuts while a thousand changes flow: the window equals a fresh load (seed %i)',
  async seed => {
    let state = seed
    const chance = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      // Of its high bits: the lowest one only goes to and fro.
      return Math.floor((state / 2_147_483_648) * below)
    }
    const server = new FakeServer()
    for (let at = 0; at < 30; at++) server.post(1)
    const thread = new Thread(server.asServer, isGone)
    await thread.load()
    let isCut = false
    const late: Event[] = []
    const hear = (event: Event) => ('message' in event ? thread.hear(event.message) : thread.hearRead(event.read))
    server.listeners.add(event => {
      if (isCut) return
      // Some come late, some twice.
      if (chance(10) === 0) late.push(event)
      else hear(event)
      if (chance(20) === 0) hear(event)
    })
    for (let change = 0; change < 1000; change++) {
      if (change % 10 === 0) {
        if (isCut) void thread.catchUp()
        isCut = chance(2) === 0
      }
      const what = chance(10)
      if (what < 6) server.post(1 + chance(3))
      else if (what < 8) server.edit(chance(server.messages.length))
      else server.read(1 + chance(3))
      for (const event of late.splice(0, chance(2))) hear(event)
      if (chance(5) === 0) await Promise.resolve()
    }
    isCut = false
    await settled(thread)
    const fresh = await server.asServer.messages({})
    expect(thread.cursor).toBe(server.changeId)
    expect(picture(thread.state.messages.slice(-pageSize))).toEqual(picture(fresh))
    // Nor is anything missing further up, where a page that is loaded again does not reach.
    const shown = thread.state.messages
    const all = [...server.messages].slice(-shown.length)
    expect(shown.map(({ id, message_text }) => [id, message_text])).toEqual(
      all.map(({ id, message_text }) => [id, message_text]),
    )
    expect(shown.length).toBeLessThanOrEqual(maxShown)
  },
)

test('pages are put on at both ends, and the window stays of a bounded size without a gap', async () => {
  const server = new FakeServer()
  for (let at = 0; at < 600; at++) server.post(1)
  const thread = new Thread(server.asServer, isGone)
  await thread.load()
  for (let page = 0; page < 8; page++) await thread.older()
  const ids = server.messages.map(({ id }) => id)
  const inRow = () => {
    const shown = thread.state.messages.map(({ id }) => id)
    const from = ids.indexOf(shown[0] ?? 0)
    expect(shown).toEqual(ids.slice(from, from + shown.length))
    expect(shown.length).toBe(maxShown)
  }
  inRow()
  expect(thread.state.hasNewer).toBe(true)
  // A message that is written during it leaves no gap.
  server.listeners.add(event => 'message' in event && thread.hear(event.message))
  server.post(2)
  await settled(thread)
  inRow()
  while (thread.state.hasNewer) await thread.newer()
  expect(thread.state.messages.at(-1)?.id).toBe(server.messages.at(-1)?.id)
  expect(thread.state.hasOlder).toBe(true)
})

test('what is written while older messages come leaves no hole among them', async () => {
  const server = new FakeServer()
  for (let at = 0; at < 300; at++) server.post(1)
  const rest = async () => void server.post(2)
  const thread = new Thread({ ...server.asServer, rest }, isGone)
  await thread.load()
  server.listeners.add(event => 'message' in event && thread.hear(event.message))
  for (let page = 0; page < 4; page++) await thread.older()
  await settled(thread)
  const ids = server.messages.map(({ id }) => id)
  const shown = thread.state.messages.map(({ id }) => id)
  const from = ids.indexOf(shown[0] ?? 0)
  expect(shown).toEqual(ids.slice(from, from + maxShown))
  expect(thread.state.hasNewer).toBe(true)
})

test('a jump tells its place each time, and none at the latest message', async () => {
  const server = new FakeServer()
  for (let at = 0; at < 120; at++) server.post(1)
  const thread = new Thread(server.asServer, isGone)
  await thread.load()
  expect(thread.state.place).toBeNull()
  const wanted = server.messages[20]?.id ?? 0
  await thread.load({ around: wanted })
  const first = thread.state.place
  expect(first).toEqual({ id: wanted })
  await thread.load({ around: wanted })
  expect(thread.state.place).not.toBe(first)
  await thread.load()
  expect(thread.state.place).toBeNull()
})

test('that a message was read is not forgotten when the answer of its own post comes later', async () => {
  const server = new FakeServer()
  for (let at = 0; at < 3; at++) server.post(1)
  const thread = new Thread(server.asServer, isGone)
  await thread.load()
  const answer = thread.state.messages.at(-1)
  if (!answer) throw new Error('nothing is shown')
  const read = {
    user_id: 2,
    read_at: '2026-11-27T08:00:00.000Z',
    last_read_id: answer.id,
    change_id: thread.cursor + 1,
  }
  thread.hearRead(read)
  thread.hear({ ...answer, reads: [] })
  expect(thread.state.messages.at(-1)?.reads).toEqual([{ user_id: 2, read_at: read.read_at }])
  // It may be another form of it.
  thread.hear({ ...answer, message_text: 'Changed', change_id: thread.cursor + 1, reads: [] })
  expect(thread.state.messages.at(-1)).toMatchObject({ message_text: 'Changed', reads: [{ user_id: 2 }] })
})

test('messages that the server does not know any more are loaded again', async () => {
  const server = new FakeServer()
  for (let at = 0; at < 10; at++) server.post(1)
  const thread = new Thread(server.asServer, isGone)
  await thread.load()
  server.messages = server.messages.slice(5)
  server.post(2)
  server.knownFrom = server.changeId
  await thread.catchUp()
  expect(picture(thread.state.messages)).toEqual(picture(await server.asServer.messages({})))
})

test('what is said while the latest page is on its way stays on the page that comes', async () => {
  const server = new FakeServer()
  for (let turn = 0; turn < 5; turn++) server.post(1)
  let answer: () => void = () => undefined
  const slow = {
    ...server.asServer,
    messages: async (query: Parameters<typeof server.asServer.messages>[0]) => {
      const found = await server.asServer.messages(query)
      if (query.changed_after === undefined) await new Promise<void>(resolve => (answer = resolve))
      return found
    },
  }
  const thread = new Thread(slow, isGone)
  server.listeners.add(event => 'message' in event && thread.hear(event.message))
  const first = thread.load()
  await new Promise(resolve => setTimeout(resolve))
  answer()
  await first

  const again = thread.load()
  await new Promise(resolve => setTimeout(resolve))
  server.post(2)
  answer()
  await again
  expect(picture(thread.state.messages)).toEqual(picture(server.messages))
})
