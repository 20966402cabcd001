/**
 * Fifty rooms of twenty people, a hundred posts a second in all: the milliseconds from a post until it stands on each
 * socket of its room, beside the simplest server that stores and tells; and what a post takes of the processor, which
 * says more where others use the machine.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { conversationChannel } from '#shared/messaging/shapes.ts'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { startBaseline, startTend } from './processes.ts'
import { processorMilliseconds } from './resources.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle, signIn } from './rows/companies.ts'
import { heard, openSocket, textFrame } from './sockets/rawSocket.ts'
import { percentile } from './statistics.ts'

const rooms = 50
const members = 20
/** Messages of each room before the first post. */
const before = 100
const postsPerSecond = 100
const seconds = 15
/** The two take turns, so that what else runs meanwhile hits both. */
const rounds = 3
const settings = { PUSHER_APP_KEY: 'bench-key', PUSHER_ACTIVITY_TIMEOUT: '600' }

/** Who posts into a room, and how. */
type Stage = {
  post: (room: number, text: string) => Promise<void>
  arrived: (listener: (post: number) => void) => void
}

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'delivered')
  await using tend = await startTend(`${folder.path}/data`, { DATABASE_URL: url, ...settings })
  const plainUrl = await createDatabase(databases.url, 'plain')
  await using plain = await startBaseline('plainMessages', { DATABASE_URL: plainUrl })
  const [ours, theirs] = [await tendStage(tend.address, url), await plainStage(plain.address)]
  const mine = { stage: ours, server: tend.pid, times: [] as number[], spent: 0 }
  const others = { stage: theirs, server: plain.pid, times: [] as number[], spent: 0 }
  for (let round = 0; round <= rounds; round++)
    for (const side of [mine, others]) {
      const before = processorMilliseconds([side.server])
      const times = await talk(side.stage, round === 0 ? 3 : seconds)
      if (round === 0) continue
      side.times.push(...times)
      side.spent += processorMilliseconds([side.server]) - before
    }
  const posts = rounds * seconds * postsPerSecond
  const baseline = 'Fastify, pg and ws alone'
  const took: Row = {
    what: 'the same: processor time of the server for a post',
    unit: 'ms',
    measured: mine.spent / posts,
    baseline: { what: baseline, value: others.spent / posts },
  }
  const row = (share: number, atMost: number): Row => ({
    what: `a post until it is on all ${members} sockets of its room, ${rooms} rooms, ${postsPerSecond} posts a second: p${share * 100}`,
    unit: 'ms',
    measured: percentile(mine.times, share),
    baseline: { what: baseline, value: percentile(others.times, share) },
    budget: { on: 'ratio', atMost },
  })
  return [row(0.5, 3), row(0.99, 3), took]
}

/** Posts at an even pace; the time of each until each socket of its room has it. Throws where one does not come. */
async function talk({ post, arrived }: Stage, during: number): Promise<number[]> {
  const times: number[] = []
  const begun = new Map<number, number>()
  const count = during * postsPerSecond
  const all = Promise.withResolvers<void>()
  arrived(number => {
    const at = begun.get(number)
    if (at === undefined) return
    times.push(performance.now() - at)
    if (times.length === count * members) all.resolve()
  })
  const started = performance.now()
  const posted: Promise<void>[] = []
  const first = Math.floor(Math.random() * 1_000_000_000)
  for (let number = 0; number < count; number++) {
    await sleep(Math.max(0, started + (number * 1000) / postsPerSecond - performance.now()))
    begun.set(first + number, performance.now())
    const one = post(number % rooms, `The trough in barn 2 is empty again, can somebody look? #${first + number}#`)
    // Whoever waits for all hears of it at the end.
    one.catch(() => undefined)
    posted.push(one)
  }
  await Promise.race([
    Promise.all([all.promise, ...posted]),
    sleep(30_000).then(() => {
      throw new Error(`${times.length} of ${count * members} messages arrived`)
    }),
  ])
  return times
}

/** Listens to many sockets; each post counts once on each. */
function listeners() {
  let listener: (post: number) => void = () => undefined
  return {
    arrived: (next: typeof listener) => {
      listener = next
    },
    listen({ stream }: Awaited<ReturnType<typeof openSocket>>) {
      let rest = ''
      const known = new Set<string>()
      stream.on('data', (chunk: Buffer) => {
        rest += chunk.toString('latin1')
        for (const [whole, number = ''] of rest.matchAll(/#(\d+)#/g)) {
          rest = rest.slice(rest.indexOf(whole) + whole.length)
          if (!known.has(number)) listener(Number(number))
          known.add(number)
        }
        rest = rest.slice(-20)
      })
    },
  }
}

async function plainStage(address: string): Promise<Stage> {
  const { arrived, listen } = listeners()
  for (let room = 0; room < rooms; room++)
    for (let member = 0; member < members; member++) listen(await openSocket(`${address}/${room}`))
  return { arrived, post: (room, message_text) => send(`${address}/${room}`, '', { message_text }) }
}

async function tendStage(address: string, url: string): Promise<Stage> {
  const { arrived, listen } = listeners()
  const { tokens, ids } = await onDatabase(url, async client => {
    await fillCompanies(client, { first: 1, last: rooms * members, submissions: 1 })
    await client.query(
      `insert into memberships (company_id, user_id, role_id) select 1, user_id, role_id from memberships where user_id > 1`,
    )
    const made = await client.query<{ id: number }>(
      `insert into conversations (company_id, type, title, created_by) select 1, 'group', 'Room ' || n, n from generate_series(1, $1::int) n returning id`,
      [rooms],
    )
    await client.query(
      `insert into conversation_members (company_id, conversation_id, user_id)
       select 1, ($1::int[])[(n - 1) / $2 + 1], n from generate_series(1, $3::int) n`,
      [made.rows.map(({ id }) => id), members, rooms * members],
    )
    // What was said before, and read by all: statistics of an empty table say nothing.
    await client.query(
      `insert into messages (company_id, conversation_id, sender_id, uuid, message_text, locale, change_id, words)
       select c.company_id, c.id, c.created_by, gen_random_uuid(), text, 'en', n, message_words(text, 'en', c.company_id, c.id)
       from generate_series(1, $1::int) n cross join conversations c cross join lateral (select 'Pen ' || n || ' was checked.' as text) said
       order by n, c.id`,
      [before],
    )
    await client.query(
      `update conversations c set last_change_id = $1, last_message_id = (select max(id) from messages where conversation_id = c.id), last_message_at = now()`,
      [before],
    )
    await client.query(
      `update conversation_members m set last_read_id = (select last_message_id from conversations where id = m.conversation_id)`,
    )
    await settle(client)
    const signedIn: string[] = []
    for (let user = 1; user <= rooms * members; user++) signedIn.push(await signIn(client, user, 1))
    return { tokens: signedIn, ids: made.rows.map(({ id }) => id) }
  })
  for (const [at, token] of tokens.entries()) {
    const id = ids[Math.floor(at / members)] ?? 0
    const opened = await openSocket(`${address}/app/${settings.PUSHER_APP_KEY}?protocol=7`)
    await enter(opened, address, conversationChannel(1, id), token)
    listen(opened)
  }
  let turn = 0
  return {
    arrived,
    post: (room, message_text) =>
      send(
        `${address}/api/messaging/conversations/${ids[room]}/messages`,
        tokens[room * members + (turn++ % members)] ?? '',
        { message_text },
      ),
  }
}

async function enter(
  { stream, head }: Awaited<ReturnType<typeof openSocket>>,
  address: string,
  channel: string,
  token: string,
): Promise<void> {
  const [, socketId = ''] = await heard(stream, head, /socket_id\\":\\"([\d.]+)/)
  const response = await fetch(`${address}/broadcasting/auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
  })
  if (!response.ok) throw new Error(`${channel} was refused: ${response.status} ${await response.text()}`)
  const subscribed = heard(stream, Buffer.alloc(0), /subscription_succeeded/)
  stream.write(textFrame(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(await response.json()) } })))
  await subscribed
}

async function send(address: string, token: string, body: object): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${address} answered ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}
