/**
 * Tries the secret of a pass at every door of the app: each call, each other address, with the secret wherever one can
 * be put. It opens the calls of its pass, and nothing else; these open by nothing but the secret, in its time.
 */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { contracts } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { passes } from '#shared/passes/contract.ts'
import { companies } from '../../companies/table.ts'
import { files } from '../../files/table.ts'
import { previewToken } from '../../passes/door.ts'
import { passFileAddress } from '../../passes/files.ts'
import { passes as passTable } from '../../passes/table.ts'
import { filledCompany } from '../filledCompany.ts'
import { issue, passLinkIn } from '../passes.ts'
import { platform, request } from '../people.ts'
import { nowhere } from '../routes/asking.ts'
import type { Ids } from '../routes/expectation.ts'
import { idsOf } from '../routes/idsOf.ts'
import { expectations } from '../routes/routeExpectations.ts'
import { askFor } from '../sockets.ts'
import { tend } from '../tend.ts'
import { somewhere } from '../visitors.ts'

const calls = Object.entries(contracts).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([call, endpoint]) => ({
    name: `${feature}.${call}`,
    endpoint,
  })),
)
const ofPasses = calls.filter(({ endpoint }) => endpoint.isolation === 'pass')

let farm: Awaited<ReturnType<typeof filledCompany>>
let other: Awaited<ReturnType<typeof filledCompany>>
let ids: Ids
beforeAll(async () => {
  ;[farm, other] = [await filledCompany(), await filledCompany()]
  ids = await idsOf(farm.id, farm.hand)
})

type Credential = { headers: Record<string, string>; query: string; fields: object }
const none: Credential = { headers: {}, query: '', fields: {} }

/** Everywhere that a secret can be put beside the path. */
function placesOf({ id, token }: { id: number; token: string }): Record<string, Credential> {
  const header = (name: string, value: string): Credential => ({ ...none, headers: { [name]: value } })
  const cookies = ['tend_storage', 'tend_device', 'tend_sso', 'session', 'token'].flatMap(name => [
    `${name}=${id}.${token}`,
    `${name}=${token}`,
  ])
  return {
    bearer: header('authorization', `Bearer ${token}`),
    'bearer with its number': header('authorization', `Bearer ${id}.${token}`),
    basic: header('authorization', `Basic ${Buffer.from(`${id}:${token}`).toString('base64')}`),
    cookie: header('cookie', cookies.join('; ')),
    header: { ...none, headers: { 'form-pin': token, 'case-code': token, 'x-api-key': token, 'x-pass': token } },
    query: {
      ...none,
      query: ['token', 'access_token', 'link', 'shared', 'pass'].map(name => `${name}=${token}`).join('&'),
    },
    fields: { ...none, fields: { token, pass: token, pass_id: id } },
  }
}

const ask = async (endpoint: Endpoint, input: object, { headers, query, fields }: Credential) => {
  const sent = { ...endpoint, path: query ? `${endpoint.path}` : endpoint.path } as Endpoint
  const { statusCode, body } = await request(sent, { ...input, ...fields }, null, { from: somewhere(), headers })
  return { status: statusCode, body }
}

test('no call but its own takes the secret of a pass, wherever it is put', async () => {
  const link = passLinkIn(await issue(farm.boss, { shows_names: true }))
  const opened: string[] = []
  let cases = 0
  const { app } = await tend()
  for (const { name, endpoint } of calls) {
    if (endpoint.isolation === 'pass') continue
    const row = expectations[name]?.row?.(ids, ids)
    const [input = {}] = [row ?? []].flat() as object[]
    const hasToken = endpoint.path.includes(':token')
    const inPath = hasToken
      ? [
          { ...input, token: link.token },
          { ...input, ...link },
        ]
      : [input]
    for (const [where, credential] of Object.entries(placesOf(link)))
      for (const given of inPath) {
        cases++
        const { status, body } = await ask(endpoint, withPath(endpoint, given), credential)
        if (endpoint.access !== 'anyone') {
          if (status !== 401) opened.push(`${name} with ${where}: ${status}`)
          continue
        }
        const bare = await ask(endpoint, withPath(endpoint, hasToken ? { ...given, token: 'nonsense' } : given), none)
        if (status < 400 && bare.status >= 400) opened.push(`${name} with ${where}: ${status}, without ${bare.status}`)
        if (hasToken && status < 400) opened.push(`${name} with ${where}: ${status} ${body.slice(0, 100)}`)
      }
    // The query goes by itself, because calls take theirs from the input.
    if (endpoint.method === 'GET' && endpoint.access !== 'anyone') {
      cases++
      const path = endpoint.path.replaceAll(/:(\w+)/g, (_, field) =>
        String((input as Record<string, unknown>)[field] ?? 1),
      )
      const { query } = placesOf(link).query ?? none
      const { statusCode } = await app.inject({ url: `/api${path}?${query}`, remoteAddress: somewhere() })
      if (statusCode !== 401) opened.push(`${name} by query: ${statusCode}`)
    }
  }
  expect(opened).toEqual([])
  expect(cases).toBeGreaterThan(2_000)
}, 600_000)

/** Fields of the path that the input lacks lead nowhere. */
const withPath = ({ path }: Endpoint, input: object): object => ({
  ...Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, field = '']) => [field, field === 'token' ? 'nonsense' : nowhere]),
  ),
  ...input,
})

test('no other address takes it: files, feeds, sockets, documents', async () => {
  const link = passLinkIn(await issue(farm.boss, { shows_names: true }))
  const { app } = await tend()
  const path = await pathOf(ids.file)
  const opened: string[] = []
  let cases = 0
  for (const address of othersOf(app.printRoutes({ commonPrefix: false, includeHooks: false }))) {
    const filled = (token: string) =>
      address.replace(/:id\b/g, String(link.id)).replaceAll(/:\w+/g, token).replace('*', path)
    for (const [where, { headers, query }] of [['path', none] as const, ...Object.entries(placesOf(link))]) {
      cases++
      const [asked, bare] = [
        await app.inject({ url: `${filled(link.token)}?${query}`, headers, remoteAddress: somewhere() }),
        await app.inject({ url: filled('nonsense'), remoteAddress: somewhere() }),
      ]
      if (asked.statusCode < 400 && (bare.statusCode >= 400 || asked.body !== bare.body))
        opened.push(`${address} with ${where}: ${asked.statusCode}, without ${bare.statusCode}`)
    }
  }
  for (const channel of [`presence-company.${farm.id}`, `private-user.${farm.boss.id}`, `private-pass.${link.id}`])
    for (const token of [link.token, `${link.id}.${link.token}`]) {
      cases++
      const { status } = await askFor(channel, '1234.5678', token)
      if (status < 400) opened.push(`${channel}: ${status}`)
    }
  expect(opened).toEqual([])
  expect(cases).toBeGreaterThan(60)
})

async function pathOf(id: number): Promise<string> {
  const [row] = await platform(db => db.select({ path: files.path }).from(files).where(eq(files.id, id)))
  return row?.path ?? ''
}

/** Addresses beside the calls, out of the tree in which the server prints its routes. */
function othersOf(printed: string): string[] {
  const parents: string[] = []
  const found = new Set<string>()
  for (const line of printed.split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([\s│]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (!part) continue
    const depth = indent.length / 4
    parents.splice(depth)
    const address = `${parents.join('')}${part}`
    parents.push(part)
    if (methods.includes('GET') && !address.startsWith('/api/')) found.add(address)
  }
  return [...found]
}

test('addresses of photos are of one file, one pass and their time', async () => {
  const { app, services } = await tend()
  const [pass, another] = [await issue(farm.boss), await issue(farm.boss)]
  const path = await pathOf(ids.file)
  const open = (id: number, isPreview = false) => ({ pass: { id }, isPreview }) as never
  const of = { kind: 'submission', recordId: ids.submission, at: 0 } as const
  const addressAt = (id: number, at: Date, isPreview = false) =>
    passFileAddress(services, open(id, isPreview), { path, of }, at)
  const right = addressAt(pass.id, new Date())
  expect((await app.inject({ url: right })).statusCode).toBe(200)
  const [, , , signed = '', ...rest] = right.split('/')
  const [id = '', until = '', preview = '', by = '', signature = ''] = signed.split('.')
  const forged = [
    [another.id, until, preview, by, signature],
    [id, Number(until) + 3600_000, preview, by, signature],
    [id, until, '1', by, signature],
    [id, until, preview, `finding-${ids.finding}-0`, signature],
    [id, until, preview, by.replace(/0$/, '1'), signature],
    [id, until, preview, by, `${signature.slice(1)}A`],
    [id, until, preview, by, passLinkIn(pass).token],
    [id, until, preview, by, ''],
    [id, until, preview, by],
    [id, until],
  ].map(parts => `/storage/passes/${parts.join('.')}/${rest.join('/')}`)
  const elsewhere = await pathOf((await idsOf(other.id, other.hand)).file)
  for (const url of [...forged, right.replace(path, elsewhere)])
    expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404])
  const old = addressAt(pass.id, new Date(Date.now() - 14 * 3600_000))
  expect((await app.inject({ url: old })).statusCode).toBeGreaterThanOrEqual(400)
  await farm.boss.call(passes.revoke, { id: pass.id })
  for (const url of [right, addressAt(pass.id, new Date(), true)])
    expect((await app.inject({ url })).statusCode).toBe(404)
})

test('a wrong secret, one before its time, an ended and a revoked one open no call of a pass', async () => {
  const { services } = await tend()
  const wrong: string[] = []
  let cases = 0
  const later = (ms: number) => new Date(Date.now() + ms).toISOString()
  const [pass, second] = [await issue(farm.boss), await issue(farm.boss)]
  const theirs = await issue(other.boss)
  const right = passLinkIn(pass)
  const flipped = `${right.token.slice(0, -2)}${right.token.at(-2) === 'A' ? 'B' : 'A'}${right.token.slice(-1)}`
  const set = (id: number, values: object) =>
    platform(db => db.update(passTable).set(values).where(eq(passTable.id, id)))
  const waiting = await issue(farm.boss, { starts_at: later(3600_000) })
  const [ended, revoked, locked] = [
    await issue(farm.boss),
    await issue(farm.boss),
    await issue(farm.boss, { pin: '471147' }),
  ]
  await set(ended.id, { startsAt: new Date(Date.now() - 5_000), endsAt: new Date() })
  await farm.boss.call(passes.revoke, { id: revoked.id })
  const row = { companyId: farm.id, id: pass.id }
  const links: [what: string, link: object, expected: number[], headers?: Record<string, string>][] = [
    ['wrong secret', { ...right, token: flipped }, [404]],
    ['longer', { ...right, token: `${right.token}A` }, [404]],
    ['shorter', { ...right, token: right.token.slice(1) }, [404]],
    ['another case', { ...right, token: right.token.toUpperCase() }, [404]],
    ['secret of another pass', { ...right, token: passLinkIn(second).token }, [404]],
    ['secret of another company', { ...right, token: passLinkIn(theirs).token }, [404]],
    ['no such pass', { ...right, id: nowhere }, [404]],
    ['preview that is over', { ...right, token: previewToken(services, row, new Date(Date.now() - 3601_000)) }, [404]],
    ['preview of another', { ...passLinkIn(second), token: previewToken(services, row, new Date()) }, [404]],
    [
      'preview made longer',
      { ...right, token: previewToken(services, row, new Date()).replace(/^\d+/, '9999999999999') },
      [404],
    ],
    ['before its start', passLinkIn(waiting), [403]],
    ['after its end', passLinkIn(ended), [410]],
    ['revoked', passLinkIn(revoked), [410]],
    [
      'preview of an ended one',
      { ...passLinkIn(ended), token: previewToken(services, { companyId: farm.id, id: ended.id }, new Date()) },
      [410],
    ],
    ['without its PIN', passLinkIn(locked), [403]],
    ['with a wrong PIN', passLinkIn(locked), [422], { 'form-pin': '000000' }],
  ]
  for (const { name, endpoint } of ofPasses) {
    const input = [expectations[name]?.row?.(ids, ids) ?? {}].flat()[0] as object
    for (const [what, link, expected, headers = {}] of links) {
      cases++
      const answer = await request(endpoint, { ...input, ...link }, null, { from: somewhere(), headers })
      if (!expected.includes(answer.statusCode))
        wrong.push(`${name}, ${what}: ${answer.statusCode} ${answer.body.slice(0, 80)}`)
    }
    const opened = await request(endpoint, { ...input, ...right }, null, { from: somewhere() })
    if ([401, 403, 410].includes(opened.statusCode)) wrong.push(`${name} is closed: ${opened.statusCode}`)
    // Nothing keeps an answer, and no address goes on to another page.
    if (!/no-store/.test(String((opened as never as { headers: Record<string, string> }).headers['cache-control'])))
      wrong.push(`${name} may be kept`)
    if ((opened as never as { headers: Record<string, string> }).headers['referrer-policy'] !== 'no-referrer')
      wrong.push(`${name} tells its address`)
  }
  await platform(db => db.update(companies).set({ archivedAt: new Date() }).where(eq(companies.id, other.id)))
  for (const { name, endpoint } of ofPasses) {
    const input = [expectations[name]?.row?.(ids, ids) ?? {}].flat()[0] as object
    const { statusCode } = await request(endpoint, { ...input, ...passLinkIn(theirs) }, null, { from: somewhere() })
    if (statusCode !== 404) wrong.push(`${name} of an archived company: ${statusCode}`)
  }
  expect(wrong).toEqual([])
  expect(cases).toBeGreaterThan(60)
})
