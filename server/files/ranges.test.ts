/** Parts of files: what a player of films asks for to go to a moment. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { files } from '#shared/files/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import { byteRange } from '../lib/files/sendStored.ts'
import { fetchFile } from '../test/files.ts'
import { company } from '../test/people.ts'

const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2', 'latin1'), randomBytes(100_000)])

async function guideWithFilm() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { path } = await boss.call(files.create, {}, { file: { name: 'milking.mp4', content: film } })
  const { id } = await boss.call(guides.create, {
    ...{ title: { en: 'Milking' }, default_language: 'en' },
    body: { en: `See how\n\n[milking.mp4](/storage/${path})` },
  })
  await boss.call(guides.publish, { id })
  return { farm, hand, path }
}

test('a film of a guide comes whole, or the part that was asked for', async () => {
  const { hand, path } = await guideWithFilm()
  const whole = await fetchFile(path, hand)
  expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(film.length) })
  expect(whole.rawPayload.equals(film)).toBe(true)
  const last = film.length - 1
  for (const [asked, start, end] of [
    ['bytes=0-', 0, last],
    ['bytes=0-0', 0, 0],
    ['bytes=500-999', 500, 999],
    [`bytes=${last}-${last}`, last, last],
    [`bytes=${last - 9}-${last + 5000}`, last - 9, last],
    ['bytes=-100', last - 99, last],
    [`bytes=-${film.length * 2}`, 0, last],
  ] as const) {
    const part = await fetchFile(path, hand, { range: asked })
    expect([asked, part.statusCode, part.headers['content-range']]).toEqual([
      asked,
      206,
      `bytes ${start}-${end}/${film.length}`,
    ])
    expect(part.headers).toMatchObject({ 'content-length': String(end - start + 1), 'content-type': 'video/mp4' })
    expect(part.rawPayload.equals(film.subarray(start, end + 1)), asked).toBe(true)
  }
})

test('a range behind the end is refused, and an unreadable one gets the whole file', async () => {
  const { hand, path } = await guideWithFilm()
  for (const range of [`bytes=${film.length}-`, 'bytes=9999999-10000000', 'bytes=-0']) {
    const refused = await fetchFile(path, hand, { range })
    expect([range, refused.statusCode, refused.headers['content-range'], refused.rawPayload.length]).toEqual([
      range,
      416,
      `bytes */${film.length}`,
      0,
    ])
  }
  for (const range of ['bytes=5-2', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-', 'bytes=a-b', '']) {
    const whole = await fetchFile(path, hand, { range })
    expect([range, whole.statusCode, whole.rawPayload.length]).toEqual([range, 200, film.length])
  }
})

test('If-Range gives the part of the very file that its reader has, and the whole of any other', async () => {
  const { hand, path } = await guideWithFilm()
  const tag = String((await fetchFile(path, hand)).headers.etag)
  const status = async (ifRange: string) =>
    (await fetchFile(path, hand, { range: 'bytes=0-9', 'if-range': ifRange })).statusCode
  expect(await status(tag)).toBe(206)
  for (const other of ['"other"', `W/${tag}`, new Date().toUTCString()]) expect(await status(other)).toBe(200)
})

test('a part is as secret as the whole, and is never compressed', async () => {
  const { hand, path } = await guideWithFilm()
  const stranger = await (await company()).manager()
  const range = 'bytes=0-9'
  expect((await fetchFile(path, null, { range })).statusCode).toBe(401)
  expect((await fetchFile(path, stranger, { range })).statusCode).toBe(404)
  const part = await fetchFile(path, hand, { range: 'bytes=0-50000', 'accept-encoding': 'gzip, br' })
  expect([part.statusCode, part.headers['content-encoding'], part.rawPayload.length]).toEqual([206, undefined, 50_001])
})

test.each([
  ['bytes=0-99', 50, { start: 0, end: 49 }],
  ['bytes=-1', 1, { start: 0, end: 0 }],
  ['BYTES=1-', 3, { start: 1, end: 2 }],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  [undefined, 5, null],
] as const)('%s of %i bytes', (header, size, expected) => expect(byteRange(header, size)).toEqual(expected))
