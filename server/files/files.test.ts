import { existsSync, readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { submissions } from '#shared/submissions/contract.ts'
import { storageCookie } from '../accounts/identity.ts'
import { atOnce } from '../test/atOnce.ts'
import { fetchFile } from '../test/files.ts'
import { goodAnswers, publishedForm } from '../test/forms.ts'
import { company, platform } from '../test/people.ts'
import { attach, begin, photo } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { files } from './table.ts'

async function farmWithDraft() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  return { farm, boss, hand, draft: await begin(hand, await publishedForm(boss)) }
}

const storeFolder = async (companyId: number) => `${(await tend()).services.config.dataDir}/files/${companyId}`
/** The names under which a photo and its small picture lie. */
async function withPreview(id: number): Promise<string[]> {
  const [row] = await platform(db => db.select().from(files).where(eq(files.id, id)))
  return [row?.path, row?.previewPath].map(path => path?.split('/').at(-1) ?? 'none').sort()
}

const storedFiles = async (companyId: number) => {
  const folder = await storeFolder(companyId)
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}

test('a photo has a path without meaning, and is shown to its person and to managers once complete', async () => {
  const { farm, boss, hand, draft } = await farmWithDraft()
  const uuid = crypto.randomUUID()
  const file = await attach(hand, draft, { uuid, name: 'My pen.JPEG' })

  expect(file).toMatchObject({
    uuid,
    question_id: 'picture',
    name: 'My pen.jpg',
    content_type: 'image/jpeg',
    width: 40,
    height: 30,
  })
  expect(file.path).toMatch(new RegExp(`^${farm.id}/\\d{4}/\\d{2}/[0-9a-f-]{36}\\.jpg$`))
  expect((await hand.call(submissions.get, { id: draft.id })).files).toEqual([file])
  expect((await fetchFile(file.path, boss)).statusCode).toBe(404)
  const answers = { ...goodAnswers, picture: { value: [{ uuid }] } }
  await hand.call(submissions.complete, { id: draft.id, answers })
  for (const person of [hand, boss]) {
    const answer = await fetchFile(file.path, person)
    expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload.length]).toEqual([
      200,
      'image/jpeg',
      file.size,
    ])
  }
})

test('a file is shown to nobody without the cookie, to no colleague and to no other company', async () => {
  const { farm, hand, draft } = await farmWithDraft()
  const file = await attach(hand, draft)
  const [other, guest] = [await farm.worker(), await farm.guest()]
  const stranger = await (await company()).manager()

  expect((await fetchFile(file.path, null)).statusCode).toBe(401)
  expect((await fetchFile(file.path, null, { authorization: `Bearer ${hand.token}` })).statusCode).toBe(401)
  expect((await fetchFile(file.path, null, { cookie: `${storageCookie}=1.forged` })).statusCode).toBe(401)
  for (const person of [other, guest, stranger]) expect((await fetchFile(file.path, person)).statusCode).toBe(404)
  expect((await fetchFile('..%2f..%2fetc%2fpasswd', hand)).statusCode).toBe(404)
})

/** Tag 0x8825 leads to the place, in either byte order. */
const leadsToPlace = (exif: Buffer | undefined) =>
  exif?.includes(Buffer.from('88250004', 'hex')) || exif?.includes(Buffer.from('25880400', 'hex'))

test('a photo loses place and camera, and is upright', async () => {
  const { hand, draft } = await farmWithDraft()
  const content = await sharp(await photo(400, 100))
    .withExif({
      IFD0: { Model: 'SecretPhone 9', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 29/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '19/1 2/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const sent = await sharp(content).metadata()
  expect(sent.exif?.toString('latin1')).toContain('SecretPhone')
  expect(leadsToPlace(sent.exif)).toBe(true)
  expect(sent.orientation).toBe(6)

  const file = await attach(hand, draft, { content })
  const stored = (await fetchFile(file.path, hand)).rawPayload
  const kept = await sharp(stored).metadata()
  expect([kept.exif, kept.xmp, kept.iptc, kept.orientation]).toEqual([undefined, undefined, undefined, undefined])
  expect(stored.toString('latin1')).not.toMatch(/SecretPhone|Exif/)
  expect([file.width, file.height, kept.width, kept.height]).toEqual([100, 400, 100, 400])
})

test('a large photo is made smaller, a small one is not enlarged, and png and webp stay', async () => {
  const { hand, draft } = await farmWithDraft()
  const large = await attach(hand, draft, { content: await photo(5000, 2500) })
  const png = await attach(hand, draft, {
    content: await sharp(await photo())
      .png()
      .toBuffer(),
    name: 'a.jpg',
  })
  const webp = await attach(hand, draft, {
    content: await sharp(await photo())
      .webp()
      .toBuffer(),
    name: 'b',
  })

  expect([large.width, large.height]).toEqual([2560, 1280])
  expect([png.content_type, png.name, png.width]).toEqual(['image/png', 'a.png', 40])
  expect([webp.content_type, webp.name]).toEqual(['image/webp', 'b.webp'])
})

test('a file without a picture is refused under any name', async () => {
  const { farm, hand, draft } = await farmWithDraft()
  const jpeg = await photo()
  const disguised = {
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    gif: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
    'only the beginning of a jpeg': jpeg.subarray(0, 200),
    'a picture’s head on a page': Buffer.concat([jpeg.subarray(0, 20), Buffer.from('<script>alert(1)</script>')]),
    nothing: Buffer.alloc(0),
  }

  const input = { id: draft.id, question_id: 'picture' }
  for (const [what, content] of Object.entries(disguised))
    expect
      .soft(
        await hand.refused(
          submissions.attach,
          { ...input, uuid: crypto.randomUUID() },
          { file: { name: 'pen.jpg', content } },
        ),
        what,
      )
      .toMatchObject({ status: 415, code: 'file_type_refused' })
  expect(await storedFiles(farm.id)).toEqual([])
})

test('a page behind a picture does not survive', async () => {
  const { hand, draft } = await farmWithDraft()
  const content = Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script>')])
  const file = await attach(hand, draft, { content, name: 'pen.html' })

  const answer = await fetchFile(file.path, hand)
  expect(answer.body).not.toContain('script')
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringMatching(/^inline; .*pen\.jpg$/),
    'content-security-policy': expect.stringContaining('sandbox'),
  })
})

test('too large a file, too many pixels, no file and an unknown question are refused', async () => {
  const { hand, draft } = await farmWithDraft()
  const input = { id: draft.id, uuid: crypto.randomUUID(), question_id: 'picture' }
  const file = { name: 'pen.jpg', content: await photo() }
  const huge = { name: 'pen.jpg', content: Buffer.alloc(10 * 1024 * 1024 + 1, 1) }
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'white' } })
    .png()
    .toBuffer()

  expect(await hand.refused(submissions.attach, input, { file: huge })).toMatchObject({ status: 413 })
  expect(await hand.refused(submissions.attach, input, { file: { name: 'bomb.png', content: bomb } })).toMatchObject({
    status: 413,
    code: 'too_large',
  })
  expect(await hand.refused(submissions.attach, input)).toMatchObject({
    status: 422,
    errors: { file: [expect.any(String)] },
  })
  expect(await hand.refused(submissions.attach, { ...input, question_id: 'ghost' }, { file })).toMatchObject({
    status: 422,
    errors: { question_id: [expect.any(String)] },
  })
  expect(await hand.refused(submissions.attach, { ...input, uuid: 'x' }, { file })).toMatchObject({ status: 422 })
})

test('the same photo sent ten times at once is stored once, with the first bytes', async () => {
  const { farm, hand, draft } = await farmWithDraft()
  const uuid = crypto.randomUUID()
  const sent = await atOnce(10, () => attach(hand, draft, { uuid }))

  for (const file of sent) expect(file).toEqual(sent[0])
  expect((await storedFiles(farm.id)).sort()).toEqual(await withPreview(sent[0]?.id ?? 0))
  expect(await attach(hand, draft, { uuid, content: await photo(80, 80), name: 'other.jpg' })).toEqual(sent[0])
  expect((await hand.call(submissions.get, { id: draft.id })).files).toEqual([sent[0]])
})

test('a photo is attached to own drafts only, but one that is sent again after completion is still there', async () => {
  const { farm, boss, hand, draft } = await farmWithDraft()
  const other = await farm.worker()
  const kept = await attach(hand, draft)
  const file = { name: 'pen.jpg', content: await photo() }
  const input = { id: draft.id, uuid: crypto.randomUUID(), question_id: 'picture' }

  for (const person of [other, boss])
    expect(await person.refused(submissions.attach, input, { file })).toMatchObject({ status: 404 })
  const second = await begin(hand, await publishedForm(boss))
  expect(await hand.refused(submissions.attach, { ...input, id: second.id, uuid: kept.uuid }, { file })).toMatchObject({
    status: 422,
    errors: { uuid: [expect.any(String)] },
  })
  const answers = { ...goodAnswers, picture: { value: [{ uuid: kept.uuid }] } }
  await hand.call(submissions.complete, { id: draft.id, answers })
  expect(await attach(hand, draft, { uuid: kept.uuid })).toEqual(kept)
  expect(await hand.refused(submissions.attach, input, { file })).toMatchObject({
    status: 409,
    code: 'submission_complete',
  })
})

test('photos of an archived draft stay for its restoring; unused ones go with completion', async () => {
  const { farm, boss, hand, draft } = await farmWithDraft()
  const old = await attach(hand, draft)
  await hand.call(submissions.remove, { id: draft.id })

  const second = await begin(hand, await publishedForm(boss))
  const [kept] = [await attach(hand, second), await attach(hand, second)]
  const answers = { ...goodAnswers, picture: { value: [{ uuid: kept.uuid }] } }
  await hand.call(submissions.complete, { id: second.id, answers })
  const living = [...(await withPreview(old.id)), ...(await withPreview(kept.id))].sort()
  await expect.poll(async () => (await storedFiles(farm.id)).sort()).toEqual(living)
  await hand.call(submissions.restore, { id: draft.id })
  expect((await hand.call(submissions.get, { id: draft.id })).files).toMatchObject([{ uuid: old.uuid }])
})

test('a photo whose row could not be stored leaves no file', async () => {
  const { farm, hand, draft } = await farmWithDraft()
  const { services } = await tend()
  const { write } = services.storage
  services.storage.write = async (path, content) => {
    await write(path, content)
    throw new Error('The disk went away.')
  }
  try {
    const input = { id: draft.id, uuid: crypto.randomUUID(), question_id: 'picture' }
    const file = { name: 'pen.jpg', content: await photo() }
    services.log.level = 'silent'
    expect(await hand.refused(submissions.attach, input, { file })).toMatchObject({ status: 500, code: 'internal' })
  } finally {
    services.storage.write = write
    services.log.level = 'error'
  }
  expect(await storedFiles(farm.id)).toEqual([])
  expect(await platform(db => db.select().from(files).where(eq(files.companyId, farm.id)))).toEqual([])
})
