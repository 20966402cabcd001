/**
 * Two and four tends on one PostgreSQL and one folder, behind HAProxy by our own file: what people do through one of
 * them holds for all.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PresenceChannel } from 'pusher-js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { presenceChannel } from '#shared/lib/contract.ts'
import { pieceSize } from '#shared/lib/fileKinds.ts'
import { conversationChannel } from '#shared/messaging/shapes.ts'
import { startPostgres } from '../../lib/postgres/embedded.ts'
import { connect } from '../nodes/nodes.ts'
import { browserOf, launchTend, type SignedIn, signIn } from '../nodes/tends.ts'
import { missingPackages, startFront, temporaryFolder } from './programs.ts'
import { pageAt, socketOf } from './sockets.ts'

const people = 8

test.for([2, 4])('%i tends behind HAProxy are one', async (count, { skip }) => {
  const missing = missingPackages('haproxy')
  if (missing.length > 0) skip(`needs Debian's ${missing.join(', ')}`)
  const { url, dataDir, ports, front, tends } = await startTends(count)
  const [first, ...others] = (await signIn(url, people)) as [SignedIn, ...SignedIn[]]
  const all = [first, ...others]
  const anywhere = [front, ...ports]
  pageAt(front)
  onTestFinished(() => void vi.unstubAllGlobals())

  // A session is known everywhere.
  for (const port of anywhere) expect((await ask(port, first, 'GET', '/auth/user')).status).toBe(200)

  // Everybody is in the presence of the company and hears a message, by whichever tend their socket is.
  const draft = { type: 'group', title: 'All of us', user_ids: others.map(({ id }) => id) }
  const room = (await ask(front, first, 'POST', '/messaging/conversations', draft)).data
  const channel = conversationChannel(first.companyId, room.id)
  const sockets = all.map(person => browserAt(person, front, channel))
  // One more on each tend itself, so that none is left out.
  sockets.push(...ports.map(port => watch(first, port, channel)))
  const present = (wanted: number) =>
    expect
      .poll(() => sockets.map(({ isThere, members }) => (isThere() ? members() : -1)), { timeout: 60_000 })
      .toEqual(sockets.map(() => wanted))
  await present(people)
  const said: string[] = []
  const say = async (port: number, text: string) => {
    const sent = await ask(port, first, 'POST', `/messaging/conversations/${room.id}/messages`, { message_text: text })
    expect(sent.status).toBe(201)
    said.push(text)
  }
  for (const [at, port] of anywhere.entries()) await say(port, `by ${at}`)
  const heardAll = () =>
    expect.poll(() => sockets.map(({ heard }) => heard().toSorted())).toEqual(sockets.map(() => said.toSorted()))
  await heardAll()

  // Who hangs up leaves on all.
  const leaving = sockets.splice(people - 1, 1)
  for (const { leave } of leaving) leave()
  await present(people - 1)

  // Each piece of a file goes to another tend, and all have the whole.
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(count * pieceSize)])
  const uuid = crypto.randomUUID()
  for (let offset = 0, at = 0; offset < content.length; offset += pieceSize, at++) {
    const piece = { offset, content: content.subarray(offset, offset + pieceSize) }
    const { data } = await sendPiece(ports[at % count] ?? 0, first, uuid, piece)
    expect(data.received).toBe(Math.min(offset + pieceSize, content.length))
  }
  const whole = { name: 'Plan of the barn.pdf', size: content.length }
  const file = (await ask(front, first, 'POST', `/file/piece/${uuid}/whole`, whole)).data
  const link = new URL((await ask(front, first, 'GET', `/file/${file.id}/link`)).data.url)
  for (const port of anywhere) {
    const response = await fetch(`http://127.0.0.1:${port}${link.pathname}${link.search}`)
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
  }

  // Work that is asked for on any of them is done once.
  const emails = await emailsOf(url, all)
  const asking = emails.map((email, at) => ask(anywhere[at % anywhere.length] ?? 0, null, 'POST', ...forgotten(email)))
  expect((await Promise.all(asking)).map(({ status }) => status)).toEqual(emails.map(() => 200))
  const mails = () => mailsIn(join(dataDir, 'mail'), emails)
  await expect.poll(mails, { timeout: 60_000 }).toEqual(emails.map(() => 1))
  await jobsDone(url)
  expect(mails()).toEqual(emails.map(() => 1))

  // Ten tries at an account, however they are spread.
  const guess = (at: number) =>
    ask(ports[at % count] ?? 0, null, 'POST', '/auth/login', { email: emails[1], password: `wrong ${at}` })
  const guesses = []
  for (let at = 0; at < 10 + count; at++) guesses.push((await guess(at)).status)
  expect(guesses).toEqual([...Array(10).fill(422), ...Array(count).fill(429)])

  // The sockets of a tend that dies come back on the others, and nobody misses a later message.
  const [victim] = tends
  const direct = sockets.findIndex(({ port }) => port === victim?.port)
  for (const { leave } of sockets.splice(direct, 1)) leave()
  await victim?.kill()
  const alive = anywhere.filter(port => port !== victim?.port)
  await expect.poll(async () => (await ask(front, first, 'GET', '/auth/user')).status, { timeout: 30_000 }).toBe(200)
  await present(people - 1)
  for (const [at, port] of alive.entries()) await say(port, `after ${at}`)
  await heardAll()

  // Signing out ends a session on all.
  expect((await ask(front, others[0] ?? null, 'POST', '/auth/logout')).status).toBe(200)
  for (const port of alive)
    await expect.poll(async () => (await ask(port, others[0] ?? null, 'GET', '/auth/user')).status).toBe(401)
})

/** A PostgreSQL, tends on it with one folder, and HAProxy before them; all end with the test. */
async function startTends(count: number) {
  const { folder, remove } = temporaryFolder()
  onTestFinished(remove)
  const postgres = await startPostgres({ dataDir: join(folder, 'database'), nodes: count, log: () => {} })
  onTestFinished(() => postgres.stop())
  const dataDir = join(folder, 'files')
  const tends: Awaited<ReturnType<typeof launchTend>>[] = []
  onTestFinished(async () => void (await Promise.all(tends.map(tend => tend.stop()))))
  for (let number = 0; number < count; number++)
    tends.push(await launchTend({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: '0' }))
  const ports = tends.map(({ port }) => port)
  const front = await startFront(folder, ports)
  onTestFinished(() => front.stop())
  return { url: postgres.url, dataDir, ports, front: front.port, tends }
}

async function ask(port: number, person: SignedIn | null, method: string, path: string, body?: object | FormData) {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: {
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, data: text.startsWith('{') ? JSON.parse(text).data : text }
}

const forgotten = (email: string): [string, object] => ['/auth/forgot-password', { email }]

type Piece = { offset: number; content: Uint8Array<ArrayBuffer> }
function sendPiece(port: number, person: SignedIn, uuid: string, { offset, content }: Piece) {
  const form = new FormData()
  form.set('offset', String(offset))
  form.set('file', new Blob([content]), 'piece')
  return ask(port, person, 'POST', `/file/piece/${uuid}`, form)
}

type Socket = {
  port: number
  heard: () => string[]
  isThere: () => boolean
  members: () => number
  leave: () => void
}

/** A person's browser in a conversation and in the presence of the company; it comes back by itself. */
function browserAt(person: SignedIn, port: number, conversation: string): Socket {
  const { realtime, live, members, heard } = socketOf(person, [conversation, presenceChannel(person.companyId)])
  onTestFinished(() => realtime.disconnect())
  return {
    port,
    heard: () => [...heard],
    isThere: () => live.size === 2,
    members: () => members.size,
    leave: () => realtime.disconnect(),
  }
}

/** The same by another client, on one tend. */
function watch(person: SignedIn, port: number, conversation: string): Socket {
  const pusher = browserOf(person, port)
  onTestFinished(() => pusher.disconnect())
  const [heard, presence] = [[] as string[], pusher.subscribe(presenceChannel(person.companyId)) as PresenceChannel]
  const talk = pusher.subscribe(conversation)
  talk.bind('message.sent', ({ message_text: text }: { message_text: string }) => heard.push(text))
  return {
    port,
    heard: () => heard,
    isThere: () => pusher.connection.state === 'connected' && talk.subscribed && presence.subscribed,
    members: () => presence.members.count,
    leave: () => pusher.disconnect(),
  }
}

async function emailsOf(url: string, persons: SignedIn[]): Promise<string[]> {
  const client = await connect(url)
  const { rows } = await client.query('select email from users where id = any($1) order by id', [
    persons.map(({ id }) => id),
  ])
  await client.end()
  return rows.map(({ email }) => email)
}

/** How many mails are there to each address. */
function mailsIn(folder: string, emails: string[]): number[] {
  const mails = readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
  return emails.map(email => mails.filter(mail => new RegExp(`^To: .*${email}`, 'm').test(mail)).length)
}

/** Waits until no mail that is due is left in the queue. */
async function jobsDone(url: string): Promise<void> {
  const client = await connect(url, { asOwner: true })
  const left = `select name, state, retry_count from pgboss.job
    where name like '%mail%' and state < 'completed' and start_after <= now()`
  await expect.poll(async () => (await client.query(left)).rows, { timeout: 30_000 }).toEqual([])
  await client.end()
}
