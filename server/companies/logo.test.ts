/** A company's logo: what is taken, how it is kept, and where it stands. */
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { plans } from '#shared/companies/plans.ts'
import { forms } from '#shared/forms/contract.ts'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { guides } from '#shared/guides/contract.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { reports } from '#shared/reports/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { removeStrayFiles } from '../files/jobs.ts'
import { stopRenderers } from '../lib/pdf/render.ts'
import { fetchFile } from '../test/files.ts'
import { goodAnswers, publishedForm } from '../test/forms.ts'
import { openMailbox } from '../test/mailbox.ts'
import { admin, company, type Person, platform, request } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { linkIn, linkOf, turnedAway, visit } from '../test/visitors.ts'

afterAll(stopRenderers)

const plain = (width = 400, height = 200, background = '#166534') =>
  sharp({ create: { width, height, channels: 3, background } })
const svg = (inside: string, size = 'width="40" height="20"') =>
  Buffer.from(`<?xml version="1.0"?><!-- Ours --><svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`)
const field = '<rect width="40" height="20" fill="#166534"/>'

const send = (person: Person, id: number, content: Buffer, name = 'logo.png') =>
  person.call(companies.setLogo, { id }, { file: { name, content } })

async function farmWithLogo() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { logo } = await send(boss, farm.id, await plain().png().toBuffer())
  if (!logo) throw new Error('There is no logo.')
  return { farm, boss, hand, logo }
}

test('a picture that comes while somebody changes the company waits for that, and is not refused for it', async () => {
  const { farm, boss, logo } = await farmWithLogo()
  const picture = await plain(80, 40).png().toBuffer()
  const other = new Client((await tend()).ownerUrl)
  await other.connect()
  await other.query('begin')
  await other.query('update companies set revision = revision + 1 where id = $1', [farm.id])
  const sending = send(boss, farm.id, picture)
  const isWaiting = async () => {
    const { rowCount } = await other.query(
      'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
    )
    return rowCount
  }
  await expect.poll(isWaiting).toBe(1)
  await other.query('commit')
  await other.end()
  expect((await sending).logo?.path).not.toBe(logo.path)
  await expect.poll(async () => (await fetchFile(logo.path, null)).statusCode).toBe(404)
})

test('a picture of each kind becomes a PNG of our own, which anybody may see who knows its name', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const sent = {
    png: await plain(1600, 200).png().toBuffer(),
    jpeg: await plain(300, 900)
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .jpeg()
      .toBuffer(),
    webp: await plain().webp().toBuffer(),
    svg: svg(field),
  }
  const sizes = { png: [800, 100], jpeg: [107, 320], webp: [400, 200], svg: [640, 320] }
  let before = ''
  for (const [kind, content] of Object.entries(sent)) {
    const { logo } = await send(boss, farm.id, content, `logo.${kind}`)
    const [width, height] = sizes[kind as keyof typeof sizes]
    expect.soft(logo, kind).toEqual({ path: expect.stringMatching(/^logos\/[0-9a-f-]{36}\.png$/), width, height })
    const answer = await fetchFile(logo?.path ?? '', null)
    expect
      .soft(answer.headers, kind)
      .toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    const { format, exif } = await sharp(answer.rawPayload).metadata()
    expect.soft([format, exif], kind).toEqual(['png', undefined])
    // The one before is gone.
    if (before) expect.soft((await fetchFile(before, null)).statusCode, kind).toBe(404)
    before = logo?.path ?? ''
  }
  expect((await hand.call(companies.get, { id: farm.id })).logo?.path).toBe(before)
  expect(await hand.heard('company.changed')).toHaveLength(4)

  for (const _ of 'ab') expect(await boss.call(companies.removeLogo, { id: farm.id })).toBeNull()
  expect((await boss.call(companies.get, { id: farm.id })).logo).toBeNull()
  // The file goes after the commit, and the answer does not wait for that.
  await expect.poll(async () => (await fetchFile(before, null)).statusCode).toBe(404)
  const actions = (await boss.call(auditLog.list, { company_id: farm.id })).data.map(({ action }) => action)
  expect(actions.filter(action => action === 'company.logo_set')).toHaveLength(4)
  expect(actions.filter(action => action === 'company.logo_removed')).toHaveLength(1)
})

test('workers, and managers of another company, neither set nor remove it', async () => {
  const { farm, hand, logo } = await farmWithLogo()
  const file = { file: { name: 'logo.png', content: await plain().png().toBuffer() } }
  expect(await hand.refused(companies.setLogo, { id: farm.id }, file)).toMatchObject({ status: 403 })
  expect(await hand.refused(companies.removeLogo, { id: farm.id })).toMatchObject({ status: 403 })
  const stranger = await (await company()).manager()
  expect(await stranger.refused(companies.setLogo, { id: farm.id }, file)).toMatchObject({ status: 404 })
  expect(await stranger.refused(companies.removeLogo, { id: farm.id })).toMatchObject({ status: 404 })
  expect((await hand.call(companies.get, { id: farm.id })).logo).toEqual(logo)
})

test('a drawing with scripts, entities or ways out is refused, and no other kind of file is taken', async () => {
  const { farm, boss, logo } = await farmWithLogo()
  const refused = {
    script: svg(`${field}<script>alert(1)</script>`),
    entity: Buffer.from(`<!DOCTYPE svg [<!ENTITY a "a">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>`),
    image: svg(`<image href="file:///etc/passwd" width="9" height="9"/>`),
    linked: svg(`<use xlink:href='https://example.org/a.svg#b'/>`),
    page: svg('<foreignObject><p>Hello</p></foreignObject>'),
    gif: await plain().gif().toBuffer(),
    text: Buffer.from('A logo'),
    broken: svg('<rect'),
  }
  for (const [why, content] of Object.entries(refused)) {
    const answer = await boss.refused(companies.setLogo, { id: farm.id }, { file: { name: 'logo.svg', content } })
    expect.soft(answer, why).toMatchObject({ status: 415, code: 'file_type_refused' })
  }
  expect((await boss.call(companies.get, { id: farm.id })).logo).toEqual(logo)
  // What it refers to within itself is its own.
  const own = svg(`<defs><linearGradient id="a"/></defs><use href="#a"/>${field}`)
  expect((await send(boss, farm.id, own)).logo).not.toEqual(logo)
})

test('it is bounded in bytes and points, and counts towards the storage of the plan', async () => {
  const { farm, boss } = await farmWithLogo()
  const large = Buffer.concat([await plain().png().toBuffer(), Buffer.alloc(2 * 1024 * 1024)])
  const many = svg(field, 'width="30000" height="30000"')
  for (const content of [large, many])
    expect(
      await boss.refused(companies.setLogo, { id: farm.id }, { file: { name: 'logo.png', content } }),
    ).toMatchObject({ status: 413, code: 'too_large', message: expect.stringContaining('2 MB') })
  const used = async () => (await boss.call(plans.usage, { id: farm.id })).storage.used
  const { logo } = await boss.call(companies.get, { id: farm.id })
  expect(await used()).toBe((await fetchFile(logo?.path ?? '', null)).rawPayload.length)
  await boss.call(companies.removeLogo, { id: farm.id })
  expect(await used()).toBe(0)

  const platformAdmin = await admin()
  const [offer] = await platformAdmin.call(plans.offers, {})
  const limits = { users: null, animals: null, forms: null, storage: 10 }
  await platformAdmin.call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0, limits })
  const file = { name: 'logo.png', content: await plain().png().toBuffer() }
  expect(await boss.refused(companies.setLogo, { id: farm.id }, { file })).toMatchObject({
    ...{ status: 403, code: 'plan_limit_reached', data: { limit: 'storage' } },
  })
})

test('light signs without a ground get a dark one, and all others stay as they are', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const corner = async (content: Buffer) => {
    const { logo } = await send(boss, farm.id, content)
    const { rawPayload } = await fetchFile(logo?.path ?? '', null)
    const [red, green, blue, alpha] = await sharp(rawPayload).ensureAlpha().raw().toBuffer()
    return [red, green, blue, alpha]
  }
  const ring = (colour: string) => svg(`<circle cx="20" cy="10" r="6" fill="${colour}"/>`)
  expect(await corner(ring('#ffffff'))).toEqual([0x1c, 0x19, 0x17, 255])
  expect((await corner(ring('#166534')))[3]).toBe(0)
})

test('visitors of a public form see it, before they give the PIN too', async () => {
  const { boss, logo } = await farmWithLogo()
  const form = await publishedForm(boss)
  expect((await visit(publicForms.get, await linkOf(boss, form))).company_logo).toEqual(logo)
  const locked = linkIn(await boss.call(publicLinks.create, { id: form.id, pin: '4711' }))
  expect(await turnedAway(publicForms.get, locked)).toMatchObject({
    ...{ code: 'pin_required', data: { company_logo: logo } },
  })
})

test('every document carries it', async () => {
  const { farm, boss, hand } = await farmWithLogo()
  const form = await publishedForm(boss)
  const { id } = await complete(hand, form, goodAnswers)
  const words = { title: { en: 'Gates' }, body: { en: 'Shut them.' }, default_language: 'en' } as const
  const guide = await boss.call(guides.create, { ...words, for_guests: true })
  await boss.call(guides.publish, { id: guide.id })
  const report = await boss.call(reports.create, { name: 'Pens' })
  const pictures = async (endpoint: Endpoint, id: number) => {
    const { rawPayload } = await boss.send(endpoint, { id })
    return rawPayload.toString('latin1').match(/\/Subtype\s*\/Image/g)?.length ?? 0
  }
  const documents = [
    ['submission', submissions.pdf, id],
    ['form', forms.pdf, form.id],
    ['guide', guides.pdf, guide.id],
    ['report', reports.pdf, report.id],
  ] as const
  const withLogo = await Promise.all(documents.map(([, endpoint, id]) => pictures(endpoint, id)))
  await boss.call(companies.removeLogo, { id: farm.id })
  for (const [at, [name, endpoint, id]] of documents.entries())
    expect.soft(withLogo[at], name).toBe((await pictures(endpoint, id)) + 1)
})

test('mails of the company carry it inside, and those of tend about accounts do not', async () => {
  const { farm, boss } = await farmWithLogo()
  const mailbox = await openMailbox()
  try {
    const email = `vet${farm.id}@logo.example`
    await boss.call(invites.create, { id: farm.id, email, role_id: 3000 })
    const mail = await mailbox.next(email)
    expect(mail.html).toMatch(/<img src="cid:logo@tend" alt="[^"]+" width="112" height="56"/)
    const picture = mail.pictures.get('logo@tend')
    expect(picture?.contentType).toBe('image/png')
    expect(await sharp(picture?.content).metadata()).toMatchObject({ format: 'png', width: 400, height: 200 })

    await request(auth.forgotPassword, { email: boss.email }, null)
    const ours = await mailbox.next(boss.email)
    expect(ours.html).not.toContain('cid:')
    expect(ours.pictures.size).toBe(0)
  } finally {
    await mailbox.close()
  }
})

test('files in use are not erased with unused ones', async () => {
  const { logo } = await farmWithLogo()
  const { services } = await tend()
  const { utimes } = await import('node:fs/promises')
  const { join } = await import('node:path')
  const longAgo = new Date(Date.now() - 8 * 24 * 3600_000)
  await utimes(join(services.config.dataDir, 'files', logo.path), longAgo, longAgo)
  await platform(db => removeStrayFiles.work({}, { db, services })).then(afterwards => afterwards?.())
  expect((await fetchFile(logo.path, null)).statusCode).toBe(200)
})
