import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { removeStrayFiles } from '../../files/jobs.ts'
import { files } from '../../files/table.ts'
import { startFakeS3 } from '../../test/fakeS3.ts'
import { fetchFile } from '../../test/files.ts'
import { publishedForm } from '../../test/forms.ts'
import { company, platform } from '../../test/people.ts'
import { attach, begin } from '../../test/submissions.ts'
import { tend } from '../../test/tend.ts'
import { moveFiles } from './moveFiles.ts'
import { storageAt } from './s3Storage.ts'
import { folderStorage } from './storage.ts'

async function stores() {
  const folder = await mkdtemp(join(tmpdir(), 'tend-move-'))
  const s3 = await startFakeS3()
  onTestFinished(async () => {
    await s3.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, from: folderStorage(folder), to: storageAt('s3://farm/tend', s3.settings), s3 }
}

test('all files are copied into an S3 and back, and a second time only what is new', async () => {
  const { folder, from, to, s3 } = await stores()
  for (let at = 0; at < 20; at++) await from.write(`${at % 3}/${at}.jpg`, Buffer.from(`picture ${at}`))
  await writeFile(join(folder, '0', '.half.part'), 'half a picture')
  const told: number[] = []
  expect(await moveFiles(from, to, done => told.push(done))).toEqual({ copied: 20, there: 0 })
  expect(told).toHaveLength(20)
  expect([...s3.objects.keys()].some(key => key.includes('.part'))).toBe(false)
  await from.write('3/new.jpg', Buffer.from('a new picture'))
  // One of which a part arrived, as after a kill.
  await to.write('0/0.jpg', Buffer.from('pict'))
  expect(await moveFiles(from, to)).toEqual({ copied: 2, there: 19 })
  const back = folderStorage(join(folder, 'back'))
  expect(await moveFiles(to, back)).toEqual({ copied: 21, there: 0 })
  expect((await back.read('0/0.jpg')).toString()).toBe('picture 0')
})

test('a tend whose files are in an S3 keeps photos there, private, in ranges too, and sweeps strays', async () => {
  const { to, s3 } = await stores()
  const { services } = await tend()
  const { storage } = services
  services.storage = to
  onTestFinished(() => {
    services.storage = storage
  })
  const farm = await company()
  const hand = await farm.worker()
  const draft = await begin(hand, await publishedForm(await farm.manager()))
  const { path, size } = await attach(hand, draft)
  const { path: erased, uuid } = await attach(hand, draft)
  await platform(db => db.delete(files).where(eq(files.uuid, uuid)))
  expect([...s3.objects.keys()]).toContain(`tend/${path}`)

  const whole = await fetchFile(path, hand)
  expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, size])
  const part = await fetchFile(path, hand, { range: 'bytes=2-9' })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload.equals(whole.rawPayload.subarray(2, 10))).toBe(true)
  expect((await fetchFile(path, await (await company()).worker())).statusCode).toBe(404)
  expect((await fetchFile(path, null)).statusCode).toBe(401)

  for (const object of s3.objects.values()) object.at = new Date(Date.now() - 8 * 24 * 3600_000)
  await platform(db => removeStrayFiles.work({}, { db, services })).then(afterwards => afterwards?.())
  expect([...s3.objects.keys()]).toContain(`tend/${path}`)
  expect([...s3.objects.keys()]).not.toContain(`tend/${erased}`)
})
