/** Files that come in pieces: cut in the middle, in another order, too large, of somebody else. */
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { plans } from '#shared/companies/plans.ts'
import { files as calls } from '#shared/files/contract.ts'
import { largestFile, pieceSize } from '#shared/lib/fileKinds.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { fetchFile } from '../test/files.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { address } from '../test/sockets.ts'
import { photo } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { removeStrayFiles } from './jobs.ts'
import { filePieces } from './table.ts'

/** A document of this size, no two alike. */
const document = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1'), randomBytes(size - 15)])
const pieceOf = (content: Buffer, at: number) => ({
  name: 'piece',
  content: content.subarray(at * pieceSize, (at + 1) * pieceSize),
})
const sendPiece = (person: Person, uuid: string, content: Buffer, at: number) =>
  person.call(calls.sendPiece, { uuid, offset: at * pieceSize }, { file: pieceOf(content, at) })

/** Begins to send a piece and hangs up in the middle of it, as a phone does that goes behind a hill. */
async function cutOff(person: Person, uuid: string, content: Buffer, at: number): Promise<void> {
  const { port } = new URL(await address())
  const body = Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; name="offset"\r\n\r\n${at * pieceSize}\r\n`),
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="piece"\r\n\r\n'),
    pieceOf(content, at).content,
    Buffer.from('\r\n--x--\r\n'),
  ])
  const head = [
    `POST /api/file/piece/${uuid} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${person.token}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${body.length}`,
  ].join('\r\n')
  await new Promise<void>(resolve => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${head}\r\n\r\n`)
      socket.write(body.subarray(0, Math.floor(body.length / 2)), () => setTimeout(() => socket.destroy(), 50))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
  })
}

test('an upload that was cut resumes, is complete, and goes with a message', async () => {
  const farm = await company()
  const [hand, boss] = [await farm.worker(), await farm.manager()]
  const uuid = crypto.randomUUID()
  const content = document(3 * pieceSize + 1000)
  expect(await hand.call(calls.received, { uuid })).toEqual({ received: 0 })
  expect(await sendPiece(hand, uuid, content, 0)).toEqual({ received: pieceSize })
  await cutOff(hand, uuid, content, 1)
  expect(await hand.call(calls.received, { uuid })).toEqual({ received: pieceSize })
  // What came already, and what would leave a hole, changes nothing.
  expect(await sendPiece(hand, uuid, content, 0)).toEqual({ received: pieceSize })
  expect(await sendPiece(hand, uuid, content, 2)).toEqual({ received: pieceSize })
  const whole = { uuid, name: 'Plan of the barn.pdf', size: content.length }
  expect(await hand.refused(calls.putTogether, whole)).toMatchObject({ status: 422 })
  const twice = await Promise.all([1, 1].map(at => sendPiece(hand, uuid, content, at)))
  expect(twice).toEqual([{ received: 2 * pieceSize }, { received: 2 * pieceSize }])
  for (const at of [2, 3]) await sendPiece(hand, uuid, content, at)
  const file = await hand.call(calls.putTogether, whole)
  expect(file).toMatchObject({
    ...{ uuid, name: 'Plan of the barn.pdf', content_type: 'application/pdf', size: content.length },
    sha256: createHash('sha256').update(content).digest('hex'),
  })
  expect(await hand.call(calls.putTogether, whole)).toEqual(file)
  expect(await hand.call(calls.received, { uuid })).toEqual({ received: largestFile })
  expect(await platform(db => db.$count(filePieces, eq(filePieces.uuid, uuid)))).toBe(0)
  const { id } = await hand.call(messaging.create, { type: 'private', user_ids: [boss.id] })
  await hand.call(messaging.post, { id, file_uuids: [uuid] })
  expect((await fetchFile(file.path, boss)).rawPayload.equals(content)).toBe(true)
})

test('a picture in pieces is redrawn with a preview; its bytes tell its kind', async () => {
  const hand = await (await company()).worker()
  const put = async (content: Buffer, name: string) => {
    const uuid = crypto.randomUUID()
    await sendPiece(hand, uuid, content, 0)
    return { uuid, name, size: content.length, has_preview: true }
  }
  const file = await hand.call(calls.putTogether, await put(await photo(), 'ewe.jpeg'))
  expect(file).toMatchObject({ name: 'ewe.jpg', content_type: 'image/jpeg', width: 40, height: 30 })
  const program = Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(200)])
  expect(await hand.refused(calls.putTogether, await put(program, 'ewe.jpg'))).toMatchObject({
    ...{ status: 415, code: 'file_type_refused', message: 'Invalid file type' },
  })
})

test('nobody else reads, resumes or takes an upload in progress', async () => {
  const farm = await company()
  const [hand, other] = [await farm.worker(), await farm.worker()]
  const content = document(pieceSize + 10)
  const uuid = crypto.randomUUID()
  await sendPiece(hand, uuid, content, 0)
  expect(await other.call(calls.received, { uuid })).toEqual({ received: 0 })
  expect(await sendPiece(other, uuid, content, 1)).toEqual({ received: 0 })
  await sendPiece(hand, uuid, content, 1)
  await hand.call(calls.putTogether, { uuid, name: 'a.pdf', size: content.length })
  expect(await other.refused(calls.received, { uuid })).toMatchObject({ status: 422 })
  const stranger = await (await company()).worker()
  expect(await stranger.call(calls.received, { uuid })).toEqual({ received: 0 })
})

test('a piece or a file that is too large is refused, and so is more than two messages may hold', async () => {
  const farm = await company()
  const hand = await farm.worker()
  const send = (uuid: string, offset: number, size: number) =>
    hand.refused(calls.sendPiece, { uuid, offset }, { file: { name: 'piece', content: Buffer.alloc(size) } })
  const uuid = crypto.randomUUID()
  expect(await send(uuid, 0, pieceSize + 1)).toMatchObject({ status: 413 })
  expect(await send(uuid, 0, 0)).toMatchObject({ status: 422 })
  await platform(db =>
    db.insert(filePieces).values({
      ...{ companyId: farm.id, userId: hand.id, uuid, startsAt: 0, size: largestFile },
      content: Buffer.alloc(largestFile),
    }),
  )
  expect(await send(uuid, largestFile, 1)).toMatchObject({ status: 413, message: 'File size exceeds 10MB limit' })
  for (let more = 1; more < 20; more++)
    await platform(db =>
      db.insert(filePieces).values({
        ...{ companyId: farm.id, userId: hand.id, uuid: crypto.randomUUID(), startsAt: 0, size: largestFile },
        content: Buffer.alloc(largestFile),
      }),
    )
  expect(await send(crypto.randomUUID(), 0, 1)).toMatchObject({ status: 413 })
})

test('an incomplete upload is erased a day after its last piece', async () => {
  const { services } = await tend()
  const hand = await (await company()).worker()
  const content = document(2 * pieceSize)
  const [given, going] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const uuid of [given, going]) for (const at of [0, 1]) await sendPiece(hand, uuid, content, at)
  const longAgo = new Date(Date.now() - 25 * 3600_000)
  await platform(db => db.update(filePieces).set({ createdAt: longAgo }).where(eq(filePieces.uuid, given)))
  await platform(db => db.update(filePieces).set({ createdAt: longAgo }).where(eq(filePieces.startsAt, 0)))
  await platform(db => removeStrayFiles.work({}, { db, services })).then(afterwards => afterwards?.())
  expect(await hand.call(calls.received, { uuid: given })).toEqual({ received: 0 })
  expect(await hand.call(calls.received, { uuid: going })).toEqual({ received: 2 * pieceSize })
})

test('pieces count for the plan like files, and the finished file counts once', async () => {
  const farm = await company()
  const [boss, helper] = [await farm.manager(), await admin()]
  const [offer] = await helper.call(plans.offers, {})
  const limits = { users: null, animals: null, forms: null, storage: 2 * pieceSize + 1_000 }
  await helper.call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0, limits })
  const content = document(2 * pieceSize)
  const uuid = crypto.randomUUID()
  for (const at of [0, 1]) await sendPiece(boss, uuid, content, at)
  const used = async () => (await boss.call(plans.usage, { id: farm.id })).storage.used
  expect(await used()).toBe(content.length)
  const other = crypto.randomUUID()
  const piece = { uuid: other, offset: 0 }
  expect(await boss.refused(calls.sendPiece, piece, { file: pieceOf(content, 0) })).toMatchObject({
    ...{ status: 403, code: 'plan_limit_reached' },
  })
  await boss.call(calls.putTogether, { uuid, name: 'plan.pdf', size: content.length })
  expect(await used()).toBe(content.length)
})
