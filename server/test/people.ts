/** People of a company that each test makes for itself: they sign in, call, are refused, and hear. */
import { createHash } from 'node:crypto'
import { scheduler } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Endpoint, type InputOf, isPaged, type ResultOf } from '#shared/lib/contract.ts'
import { type Locale, languageIdOf } from '#shared/lib/language.ts'
import type { Reach } from '#shared/lib/reach.ts'
import { roles } from '#shared/lib/roles.ts'
import { sessions } from '../accounts/sessionTable.ts'
import { users } from '../accounts/table.ts'
import { companies, memberships } from '../companies/table.ts'
import { type Database, withDatabase } from '../lib/db/pools.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { newSessionToken } from '../lib/security/sessionToken.ts'
import { heardBy } from './heard.ts'
import { nothingFollows } from './nothingFollows.ts'
import { requireDescribed } from './routes/described.ts'
import { tend } from './tend.ts'

export type Refusal = {
  status: number
  code: string
  message: string
  errors?: Record<string, string[]>
  data?: unknown
}
type SentFile = { name: string; content: Buffer }
type SendOptions = {
  lang?: Locale
  headers?: Record<string, string>
  file?: SentFile
  /** Of a call that takes several. */
  files?: SentFile[]
  /** The internet address that the call comes from. */
  from?: string
}

export type Person = {
  id: number
  name: string
  email: string
  token: string
  /** Makes a call that must succeed. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: SendOptions): Promise<ResultOf<E>>
  /** Makes a call that must fail. */
  refused<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E> | Record<string, unknown>,
    options?: SendOptions,
  ): Promise<Refusal>
  /** The raw answer. */
  send(
    endpoint: Endpoint,
    input: object,
    options?: SendOptions,
  ): Promise<{ statusCode: number; headers: object; body: string; rawPayload: Buffer; json(): never }>
  /** What this person heard of an event so far. */
  heard(event: string): Promise<unknown[]>
}

export type TestCompany = {
  id: number
  manager(): Promise<Person>
  worker(): Promise<Person>
  guest(): Promise<Person>
}

let made = 0

/** A new company in the worker's own database. */
export async function company(settings: { timeZone?: string; locale?: Locale } = {}): Promise<TestCompany> {
  const name = `Farm ${++made}`
  const [row] = await platform(db =>
    db
      .insert(companies)
      .values({ name, timeZone: settings.timeZone ?? 'UTC', languageId: languageIdOf(settings.locale ?? 'en') })
      .returning(),
  )
  if (!row) throw new Error('The company was not stored.')
  return {
    id: row.id,
    manager: () => member(row.id, 'Manager', roles.manager),
    worker: () => member(row.id, 'Worker', roles.employee),
    guest: () => member(row.id, 'Guest', roles.guest),
  }
}

/** An admin of the platform, in no company. */
export async function admin(): Promise<Person> {
  const person = await signIn('Admin', null)
  await platform(db => db.update(users).set({ adminSince: new Date() }).where(eq(users.id, person.id)))
  return person
}

/** Somebody who belongs to no company. */
export const stranger = () => signIn('Stranger', null)

/**
 * Makes somebody a member of another company too, as if they had been asked and had accepted; their session stays where
 * it is.
 */
export const belongs = (person: Person, companyId: number, roleId: number) =>
  platform(db => db.insert(memberships).values({ companyId, userId: person.id, roleId }))

/** Narrows a member to places of the company, as if it had been set. */
export const narrow = (person: Person, companyId: number, places: Partial<Reach>) =>
  platform(db =>
    db
      .update(memberships)
      .set({
        reachLocations: [...(places.locations ?? [])],
        reachGroups: [...(places.groups ?? [])],
        reachVehicles: [...(places.vehicles ?? [])],
      })
      .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, person.id))),
  )

async function member(companyId: number, title: string, roleId: number): Promise<Person> {
  return signIn(title, { companyId, roleId })
}

async function signIn(title: string, place: { companyId: number; roleId: number } | null): Promise<Person> {
  const name = `${title} ${++made}`
  const email = `${title.toLowerCase()}${made}@example.test`
  const { serverKey } = (await tend()).services
  let token = ''
  const id = await platform(async db => {
    const [user] = await db
      .insert(users)
      .values({ name, email, emailConfirmedAt: new Date(), languageId: languageIdOf('en') })
      .returning()
    if (!user) throw new Error('The person was not stored.')
    if (place) await db.insert(memberships).values({ ...place, userId: user.id })
    token = newSessionToken(serverKey, user.id)
    const later = new Date(Date.now() + 3600_000)
    await db.insert(sessions).values({
      userId: user.id,
      companyId: place?.companyId ?? null,
      tokenHash: hashToken(token),
      tokenExpiresAt: later,
      refreshableUntil: later,
    })
    return user.id
  })
  return personWith(token, { id, name, email })
}

/** A person with a session. */
export function personWith(token: string, { id, name, email }: Pick<Person, 'id' | 'name' | 'email'>): Person {
  const send: Person['send'] = (endpoint, input, options) => request(endpoint, input, token, options)
  return {
    id,
    name,
    email,
    token,
    send,
    call: async (endpoint, input, options) => {
      const response = await send(endpoint, input, options)
      if (response.statusCode >= 300)
        throw new Error(`${endpoint.method} ${endpoint.path}: ${response.statusCode} ${response.body}`)
      if ('raw' in endpoint.returns) return response.rawPayload as never
      const answer = JSON.parse(response.body)
      return (isPaged(endpoint.returns) ? answer : answer.data) as never
    },
    refused: async (endpoint, input, options) => {
      const response = await send(endpoint, input as object, options)
      if (response.statusCode < 400)
        throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${response.body}`)
      return { status: response.statusCode, ...JSON.parse(response.body) }
    },
    heard: async event => {
      const { services, recording } = await tend()
      await nothingFollows()
      return heardBy(services, recording, token, event)
    },
  }
}

/** Makes a call over the real app, with or without somebody's token. */
export async function request(endpoint: Endpoint, input: object, token: string | null, options: SendOptions = {}) {
  const { app, services } = await tend()
  const rest: Record<string, unknown> = { ...input }
  const path = endpoint.path.replace(/:(\w+)/g, (_, field: string) => {
    const value = String(rest[field])
    delete rest[field]
    return encodeURIComponent(value)
  })
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const query = new URLSearchParams({ lang: options.lang ?? 'en' })
  if (inQuery)
    for (const [field, value] of Object.entries(rest)) if (value !== undefined) query.set(field, String(value))
  const isMultipart = endpoint.multipart && (endpoint.multipart !== 'attachments' || options.file || options.files)
  const body = isMultipart ? multipart(rest, options) : { payload: inQuery ? undefined : rest, headers: {} }
  const response = await app.inject({
    method: endpoint.method,
    url: `/api${path}?${query}`,
    ...(body.payload !== undefined && { payload: body.payload }),
    ...{ remoteAddress: options.from ?? (token ? '127.0.0.1' : addressOfFile()) },
    headers: { ...body.headers, ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
  })
  // Notes of other people's reading are looked at by tests at once.
  await services.backgroundWrites.drain()
  // Looking at a large answer is the test's own turn, not the server's.
  await scheduler.yield()
  requireDescribed(endpoint, response)
  return response as unknown as Awaited<ReturnType<Person['send']>>
}

/** Strangers of each test file come from a network of their own, so that tries of another file do not count. */
function addressOfFile(): string {
  const hash = createHash('sha256')
    .update(expect.getState().testPath ?? '')
    .digest()
  return `172.${16 + ((hash[0] ?? 0) % 16)}.${hash[1]}.${hash[2]}`
}

function multipart(fields: Record<string, unknown>, { file, files = [] }: SendOptions) {
  const boundary = `----tend${Math.random().toString(16).slice(2)}`
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const sent = [
    ...(file ? [{ field: 'file', ...file }] : []),
    ...files.map((one, at) => ({ field: `attachments[${at}]`, ...one })),
  ]
  for (const { field, name, content } of sent)
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    )
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { payload: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Reads or writes the database without tenant isolation, to arrange what no call arranges yet. */
export async function platform<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { services } = await tend()
  return withDatabase(services.pools.platform, { companyId: null, userId: null }, true, work)
}
