/** The ends of chains are stamped by an authority, and what it says is believed only where it holds. */
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { exports } from '#shared/exports/contract.ts'
import { checkBundle } from '#shared/sealing/bundle/check.ts'
import { sealing } from '#shared/sealing/contract.ts'
import { webMeans } from '#shared/sealing/link.ts'
import { checkToken } from '#shared/sealing/timeStamps/checkToken.ts'
import { sha256 } from '../../lib/security/secrets.ts'
import { publishedForm } from '../../test/forms.ts'
import { jobsDone } from '../../test/jobsDone.ts'
import { company, type Person, platform } from '../../test/people.ts'
import { complete } from '../../test/submissions.ts'
import { tend } from '../../test/tend.ts'
import { replyWith, send, timeStampAuthority, tokenFor } from '../../test/timeStampAuthority.ts'
import { stampedBy } from './authority.ts'
import { stampChains } from './jobs.ts'

type Authority = Awaited<ReturnType<typeof timeStampAuthority>>
let authority: Authority
const usual = (): Authority['answer'] => (request, response) => send(response, replyWith(tokenFor(request)))

beforeAll(async () => {
  authority = await timeStampAuthority()
})
afterAll(() => authority.stop())

/** Tend is told of the authority for one test. */
async function withAuthority(isOwn = true) {
  const { config } = (await tend()).services
  config.timeStamps = { url: authority.url, isOwn }
  onTestFinished(() => {
    config.timeStamps = undefined
    authority.answer = usual()
  })
}

async function farmWithSubmissions(count: number) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  for (let made = 0; made < count; made++) await complete(hand, form)
  return { id: farm.id, boss, hand, form }
}

const stamped = (boss: Person, position: number) =>
  vi.waitFor(
    async () => {
      const chain = await boss.call(sealing.chain, {})
      expect(chain.time_stamp?.position).toBe(position)
      return chain
    },
    { timeout: 20_000, interval: 100 },
  )

test('a manager’s stamp is made once, shown, checked and included in bundles', async () => {
  const { id, boss, hand, form } = await farmWithSubmissions(2)
  expect(await boss.refused(sealing.stamp, {})).toMatchObject({ status: 404 })
  await withAuthority()
  expect(await hand.refused(sealing.stamp, {})).toMatchObject({ status: 403 })
  expect(await boss.call(sealing.stamp, {})).toEqual({ is_asked: true })
  const chain = await stamped(boss, 2)
  expect(chain).toMatchObject({ has_authority: true, time_stamps: [{ authority: 'Clock of Example' }] })
  expect(await boss.call(sealing.stamp, {})).toEqual({ is_asked: false })
  expect(await boss.call(sealing.check, {})).toMatchObject({ faults: [] })

  await complete(hand, form)
  const bundle = async (person: Person) => {
    const made = await person.call(exports.begin, { format: 'bundle', filters: {} })
    await vi.waitFor(
      async () => expect(await person.call(exports.get, { id: made.id })).toMatchObject({ state: 'ready' }),
      { timeout: 60_000, interval: 200 },
    )
    const unpacked = unzipSync((await person.send(exports.fetch, { id: made.id })).rawPayload)
    const files = Object.entries(unpacked).map(
      ([path, bytes]) => [path, { size: bytes.length, read: async () => new Uint8Array(bytes) }] as const,
    )
    return checkBundle(new Map(files), webMeans)
  }
  expect(await bundle(boss)).toMatchObject({
    ...{ state: 'intact', faults: [] },
    stamps: [{ position: 2, authority: 'Clock of Example', covers: [2, 1] }],
  })
  // Who may not read the audit log learns nothing of the links between.
  expect(await bundle(hand)).toMatchObject({ state: 'intact', stamps: [] })

  // A token that somebody else made, kept past the commands.
  const { hash } = chain
  const token = tokenFor({ hash: Buffer.from(hash ?? '', 'hex') }, { otherKey: true })
  await platform(db => db.execute(sql`update time_stamps set token = ${token} where company_id = ${id}`))
  expect((await boss.call(sealing.check, {})).faults).toEqual([
    expect.objectContaining({ position: 2, fault: 'stamp' }),
  ])
  const differing = await bundle(boss)
  expect(differing.faults).toEqual([{ fault: 'stamp', path: 'chain.json', position: 2 }])
})

test('each night every chain that grew is stamped, and none twice', async () => {
  const { boss, hand, form } = await farmWithSubmissions(1)
  await withAuthority()
  const { services } = await tend()
  const night = () => platform(db => stampChains.work({}, { db, services }))
  await night()
  await stamped(boss, 1)
  // Chains of other tests in this database grew too.
  await jobsDone()
  const { asked } = authority
  await night()
  await complete(hand, form)
  await night()
  await stamped(boss, 2)
  await jobsDone()
  expect(authority.asked).toBe(asked + 1)
})

test('an authority that answers wrongly leaves no stamp, and is asked again', async () => {
  const { boss } = await farmWithSubmissions(1)
  await withAuthority()
  let tries = 0
  authority.answer = (request, response) =>
    send(response, replyWith(tokenFor(request, tries++ === 0 ? { hash: Buffer.alloc(32) } : {})))
  await boss.call(sealing.stamp, {})
  await vi.waitFor(() => expect(tries).toBe(1), { timeout: 20_000 })
  expect(await boss.call(sealing.chain, {})).toMatchObject({ time_stamp: null })
  expect(await boss.call(sealing.stamp, {})).toEqual({ is_asked: true })
  await stamped(boss, 1)
})

const hash = sha256('what was sealed')
const past = new Date(Date.now() - 60_000)

test.each<[string, Authority['answer'], string]>([
  [
    'another hash',
    (request, response) => send(response, replyWith(tokenFor(request, { hash: Buffer.alloc(32) }))),
    'about something else',
  ],
  [
    'another nonce',
    (request, response) => send(response, replyWith(tokenFor(request, { nonce: Buffer.alloc(8, 3) }))),
    'answers another request',
  ],
  [
    'no nonce',
    ({ hash: seen }, response) => send(response, replyWith(tokenFor({ hash: seen }))),
    'answers another request',
  ],
  [
    'a certificate that has run out',
    (request, response) => send(response, replyWith(tokenFor(request, { validTo: past }))),
    'not valid then',
  ],
  [
    'a certificate for servers',
    (request, response) => send(response, replyWith(tokenFor(request, { use: 'servers' }))),
    'for something else',
  ],
  [
    'the signature of another key',
    (request, response) => send(response, replyWith(tokenFor(request, { otherKey: true }))),
    'not that of its certificate',
  ],
  [
    'something else than it signed',
    (request, response) => send(response, replyWith(tokenFor(request, { changedAfter: true }))),
    '',
  ],
  ['a refusal', (_, response) => send(response, replyWith(null)), 'refused'],
  ['what is no DER', (_, response) => send(response, Buffer.from('<html>')), ''],
  ['nothing', (_, response) => send(response, Buffer.alloc(0)), ''],
  ['a web page', (request, response) => send(response, replyWith(tokenFor(request)), 'text/html'), 'answered 200'],
  ['elsewhere', (_, response) => void response.writeHead(302, { location: authority.url }).end(), 'answered 302'],
  ['more than a stamp has', (_, response) => send(response, Buffer.alloc(100_000)), 'is too long'],
  ['never', () => {}, 'aborted'],
  [
    'without end',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
      const trickle = setInterval(() => response.write('0'), 50)
      response.on('close', () => clearInterval(trickle))
    },
    'aborted',
  ],
])('an authority that answers with %s is not believed', async (_, answer, reason) => {
  authority.answer = answer
  onTestFinished(() => {
    authority.answer = usual()
  })
  await expect(stampedBy({ url: authority.url, isOwn: true, timeLimitMs: 500 }, hash)).rejects.toThrow(reason)
})

test('an authority on this machine or in its network is called only where that is allowed', async () => {
  const { asked } = authority
  const { port } = new URL(authority.url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'])
    await expect(stampedBy({ url: `http://${host}:${port}/tsr`, isOwn: false }, hash), host).rejects.toThrow(
      'not out there',
    )
  expect(authority.asked).toBe(asked)
})

test('one flipped bit anywhere in a token is found', async () => {
  const token = new Uint8Array(tokenFor({ hash: Buffer.from(hash, 'hex'), nonce: Buffer.alloc(8, 1) }))
  expect(await checkToken(token, hash)).toMatchObject({ authority: 'Clock of Example' })
  // The certificate's own signature needs its issuer; the rest is covered by the stamp itself.
  const passed: number[] = []
  for (let at = 0; at < token.length; at++) {
    const changed = Uint8Array.from(token)
    changed[at] = (changed[at] ?? 0) ^ 1
    if (await checkToken(changed, hash)) passed.push(at)
  }
  // The version of the structure and the list of its digests, which nobody signs and nothing rests on.
  expect(passed.length).toBeLessThan(30)
})

test('a token of OpenSSL with RSA is understood', async () => {
  expect(await checkToken(openssl, hash)).toMatchObject({
    ...{ authority: 'Example Time Stamps', stampedAt: expect.stringMatching(/^2026-11-23T/) },
  })
  expect(await checkToken(openssl, sha256('what was not'))).toBeNull()
})

/** `openssl ts -reply -token_out` of OpenSSL 3.0 over the SHA-256 of “what was sealed”. */
const openssl = [
  'MIIGUgYJKoZIhvcNAQcCoIIGQzCCBj8CAQMxDzANBglghkgBZQMEAgEFADCBtQYLKoZIhvcNAQkQAQSggaUEgaIwgZ8CAQEGBCoDBAEwMTANBglg',
  'hkgBZQMEAgEFAAQgDXZo9tHdtB68TVqoumX1XWEdeLbSgybt0uuQmLx2NgECAQIYDzIwMjYxMTIzMTM0NzEyWjADAgEBAQH/AgkA8J6difxpQAmg',
  'OqQ4MDYxFjAUBgNVBAoMDUV4YW1wbGUgVHJ1c3QxHDAaBgNVBAMME0V4YW1wbGUgVGltZSBTdGFtcHOgggNXMIIDUzCCAjugAwIBAgIUUIzs6OEZ',
  'yBBHPu10HnYAvtUSeYIwDQYJKoZIhvcNAQELBQAwNjEWMBQGA1UECgwNRXhhbXBsZSBUcnVzdDEcMBoGA1UEAwwTRXhhbXBsZSBUaW1lIFN0YW1w',
  'czAgFw0yNjExMjMxMzQ3MTJaGA8yMTI2MTAzMDEzNDcxMlowNjEWMBQGA1UECgwNRXhhbXBsZSBUcnVzdDEcMBoGA1UEAwwTRXhhbXBsZSBUaW1l',
  'IFN0YW1wczCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAJTOBQ8rtX5MriiycaFGtEyrAVeSHOGCO9FN1oqciDd9G3Xi33Y+iATG2DUq',
  'gKLs0eNjzIbS5MK1HAu8S45vfRm4BsnQsFamzYSkzhLuXkrqzGFw0oJcwIa/pL0utdl9ZUe5F7sIEJNedoujvp8GEghJPZ/JZpbUl3uDchKUGxDn',
  'zDmZjnj+SOZ7uaVN1K33mCzARIbw2FVYTHXO19vUOq9GJnd47W5GL7CNkOcXFZwpPWS1foyHWdVcNmc7uwquTW4IPNdjxSXSiMHA/4b/PwsFomlF',
  'QgJ4J00iygNr+1JqYQ+NgTN5rj9RfJx3KqI9NTsPOw3m5OpLxneRmGV3Vp0CAwEAAaNXMFUwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4Aw',
  'FgYDVR0lAQH/BAwwCgYIKwYBBQUHAwgwHQYDVR0OBBYEFBD+AWJ8RTdfW2in4w4lfq1FztuCMA0GCSqGSIb3DQEBCwUAA4IBAQBg/nE8k30ZLHBZ',
  '7h8KktpaOFct2O1UjTdvo0J1Pxe42A9ciDSTRHNXwtjCBP0Ze8RLT9E6zgHl+7p0BZe8/JGIQHJ9Fh0LQl33LWXT+/ze6YL4NDTxK/cKbg6SJNEa',
  'qPLrsjc2Az72SfVk/AvBF8pOiqf/83poK6pXWs2voMthmpD9iByF3zHATcMS/LLxuNw4s8oURKzNSxGqUThd1XhuoPMoJXaDQHqkboknnxNWGfhJ',
  'QdRasypdlvdQZnPb1XyueO3h+wju11WNY5wYOXuhqC04oPU3rOs8kZpzp70NJWY0KQx9X+C3AuT7wU40DHplF4Ke2Mp+VMVkjv652GvFMYICFDCC',
  'AhACAQEwTjA2MRYwFAYDVQQKDA1FeGFtcGxlIFRydXN0MRwwGgYDVQQDDBNFeGFtcGxlIFRpbWUgU3RhbXBzAhRQjOzo4RnIEEc+7XQedgC+1RJ5',
  'gjANBglghkgBZQMEAgEFAKCBmDAaBgkqhkiG9w0BCQMxDQYLKoZIhvcNAQkQAQQwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyMzEzNDcxMlowKwYLKoZI',
  'hvcNAQkQAgwxHDAaMBgwFgQUGpthYcYAMaiTEMM4CU0CAxvs+gEwLwYJKoZIhvcNAQkEMSIEIKzv4Iski83D0FOZbkMr6mzDjGSX2BKsGrD3Qksj',
  '/uHKMA0GCSqGSIb3DQEBAQUABIIBAGVqGnNa8ZcNa6yJRCpe1pLUInENbRloshWnhY/1dZmNYZCJJ3ZzsC2edUkuvXtGt3Bo72stmUBYeZUaIGVc',
  'msPF4O0eG0Qql7ZUlQbVwPn90xK9D8yhynD8cLAestZMaLRWE88HO9wTPCvTGl0yL7t2a3C/sss+xe366OvC0bmbjdllhRweDRWPxoHnNZ7UJjWO',
  'QY7p60gk2tMw2yWC1cf+eMOAQefNYQulkPp+BZDNFMyiEZ5aJZFS8G+/vpJd2MxL2+IUQ9hwuryM6F/f4SK7IKp2ntJsVoSNefmNwC/o27K8myr+',
  'HJPgg7UhF8yh2oxYa1TB1KgJM2Cd/zCLHNY=',
].join('')
