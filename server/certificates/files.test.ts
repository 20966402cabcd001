/** Scans of certificates: seen by their readers, kept with earlier versions, erased with the certificate. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { papers as calls } from '#shared/certificates/contract.ts'
import { files as fileCalls } from '#shared/files/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { files } from '../files/table.ts'
import { fetchFile } from '../test/files.ts'
import { company, type Person, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { eraseArchivedCertificates } from './jobs.ts'
import { papers } from './table.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

async function send(person: Person, name = 'policy.pdf'): Promise<string> {
  const uuid = crypto.randomUUID()
  await person.call(fileCalls.create, { uuid }, { file: { name, content: pdf } })
  return uuid
}

async function farm() {
  const its = await company()
  const [boss, hand] = [await its.manager(), await its.worker()]
  const { id: vehicle_id } = await boss.call(vehicles.create, { name: 'Blue lorry', type: 'lorry' })
  return { its, boss, hand, vehicle_id }
}

test('readers of a certificate get its files; those of a person are for them and managers', async () => {
  const { its, boss, hand, vehicle_id } = await farm()
  const [guest, other, stranger] = [await its.guest(), await its.worker(), await (await company()).manager()]
  const named = [await send(boss, 'front.pdf'), await send(boss, 'back.pdf')]
  const policy = await boss.call(calls.create, { kind: 'insurance', vehicle_id, file_uuids: named })
  expect(policy.files).toMatchObject([
    { uuid: named[0], name: 'front.pdf', content_type: 'application/pdf', size: pdf.length },
    { uuid: named[1], name: 'back.pdf' },
  ])
  expect((await hand.call(calls.list, { vehicle_id })).data[0]?.files).toEqual(policy.files)
  const path = policy.files[0]?.path ?? ''
  const statuses = (at: string, people: Person[]) =>
    Promise.all(people.map(async person => (await fetchFile(at, person)).statusCode))
  expect(await statuses(path, [boss, hand, other, guest, stranger])).toEqual([200, 200, 200, 404, 404])

  const licence = { kind: 'driver_competence' as const, holder_id: hand.id, file_uuids: [await send(boss)] }
  const { files: its_files } = await boss.call(calls.create, licence)
  expect(await statuses(its_files[0]?.path ?? '', [boss, hand, other])).toEqual([200, 200, 404])
})

test('a certificate takes no file of other people or of another certificate', async () => {
  const { boss, hand, vehicle_id } = await farm()
  const uuid = await send(boss)
  const { id } = await boss.call(calls.create, { kind: 'insurance', vehicle_id, file_uuids: [uuid] })
  for (const file_uuids of [[uuid], [await send(hand)], [crypto.randomUUID()]])
    expect(await boss.refused(calls.create, { kind: 'inspection', vehicle_id, file_uuids })).toMatchObject({
      status: 422,
    })
  // What is left out of a change goes; a change that says nothing of files leaves them.
  const { files: before } = await boss.call(calls.update, { id, number: 'P 1' })
  expect(before).toHaveLength(1)
  expect((await boss.call(calls.update, { id, file_uuids: [] })).files).toEqual([])
  expect((await fetchFile(before[0]?.path ?? '', hand)).statusCode).toBe(404)
})

test('a renewed paper keeps what it was with its files, and is erased with all of them', async () => {
  const { boss, hand, vehicle_id } = await farm()
  const old = { number: 'P 2025', issuer: 'Mutual', issued_on: '2025-01-01', valid_until: '2025-12-31' } as const
  const first = [await send(boss)]
  const { id, files: scanned } = await boss.call(calls.create, {
    ...({ kind: 'insurance', vehicle_id, file_uuids: first, ...old } as const),
  })
  const next = { number: 'P 2026', issued_on: '2026-01-01', valid_until: '2098-12-31', is_renewal: true } as const
  const second = [await send(boss)]
  const renewed = await boss.call(calls.update, { id, ...next, file_uuids: second })
  expect(renewed).toMatchObject({ number: 'P 2026', valid_until: '2098-12-31', files: [{ uuid: second[0] }] })
  expect(renewed.earlier).toMatchObject([{ ...old, files: [{ uuid: first[0] }] }])
  const seen = async (path = '') => (await fetchFile(path, hand)).statusCode
  expect(await seen(scanned[0]?.path)).toBe(200)

  // Without new files the renewed one has none yet. The latest stands first.
  const again = await boss.call(calls.update, { id, valid_until: '2099-12-31', is_renewal: true })
  expect(again.files).toEqual([])
  expect(again.earlier.map(({ number }) => number)).toEqual(['P 2026', 'P 2025'])
  await boss.call(calls.update, { id, file_uuids: [] })
  expect(await Promise.all([...scanned, ...renewed.files].map(({ path }) => seen(path)))).toEqual([200, 200])

  const longAgo = new Date(Date.now() - 31 * 24 * 3600_000)
  await platform(db => db.update(papers).set({ archivedAt: longAgo }).where(eq(papers.id, id)))
  const { services } = await tend()
  await platform(db => eraseArchivedCertificates.work({}, { db, services } as never))
  const kept = await platform(db => db.select().from(files).where(eq(files.companyId, renewed.company_id)))
  expect(kept).toEqual([])
})
