/** A pack is the same for both, holds by itself, and says no more than the pass. */
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { passes } from '#shared/passes/contract.ts'
import { passPacks, passPagePacks } from '#shared/passes/packs.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { checkBundle } from '#shared/sealing/bundle/check.ts'
import { filesOf } from '#shared/sealing/bundle/files.ts'
import { webMeans } from '#shared/sealing/link.ts'
import { stopRenderers } from '../../lib/pdf/render.ts'
import { packedFarm, packOf, ready } from '../../test/packs.ts'
import { issue, passLinkIn } from '../../test/passes.ts'
import { company, platform } from '../../test/people.ts'
import { tend } from '../../test/tend.ts'
import { turnedAway, visit } from '../../test/visitors.ts'
import { passes as passTable } from '../table.ts'
import { contentOf } from './make.ts'
import { passPacks as packTable } from './table.ts'

afterAll(stopRenderers)

const read = (files: Record<string, Uint8Array>, path: string) => new TextDecoder().decode(files[path])
const checked = async (zip: Uint8Array) =>
  checkBundle(await filesOf([{ path: 'pack.zip', file: new Blob([new Uint8Array(zip)]) }]), webMeans)

test('company and inspector download the same bytes, which hold, and both know it', async () => {
  const made = await packedFarm()
  const { pass, link, pack, zip, files } = await packOf(made)
  const { boss, north, south } = made
  const own = await boss.send(passPacks.fetch, { id: pass.id, pack_id: pack.id })
  expect(own.rawPayload.equals(zip)).toBe(true)
  expect(pack).toMatchObject({ by_holder: true, size: zip.length, total: 4, done: 4 })
  expect(await webMeans.sha256(new Uint8Array(zip))).toBe(pack.sha256)
  const result = await checked(zip)
  expect(result).toMatchObject({ state: 'intact', faults: [] })
  expect(result.records.map(({ record_id, state }) => [record_id, state])).toEqual(
    [north.id, south.id].toSorted((one, other) => other - one).map(id => [id, 'intact']),
  )
  const paths = Object.keys(files).toSorted()
  for (const { id } of [north, south])
    expect(paths.filter(path => path.startsWith(`records/submission/${id}/`))).toEqual(
      ['file-1.jpg', 'record.json', 'record.pdf', 'seal.json'].map(name => `records/submission/${id}/${name}`),
    )
  expect(paths.filter(path => !path.startsWith('records/'))).toEqual([
    ...['chain.json', 'csv/answers-1.csv', 'csv/log-1.csv', 'csv/records-1.csv', 'keys.json', 'log.json'],
    ...['manifest.json', 'manifest.sig', 'pass.json', 'pass.pdf', 'public-key.pem', 'requests.json'],
    ...['verify.html', 'written.json'],
  ])
  expect(JSON.parse(read(files, 'pass.json'))).toMatchObject({
    holder_name: 'Dr Vet',
    kinds: [
      { kind: 'submission', population: 2, included: 2, documents: 2 },
      { kind: 'finding', population: 2, included: 2 },
    ],
    files: { left_out: 0 },
  })
  expect(JSON.parse(read(files, 'log.json')).map(({ action }: { action: string }) => action)).toEqual([
    ...['opened', 'searched', 'viewed', 'packed'],
  ])
  const log = (await boss.call(passes.log, { id: pass.id })).data
  expect(log[0]).toMatchObject({ action: 'downloaded', kind: null })
  // A pack is asked for once at a time, and both see those of the other.
  const again = await boss.call(passPacks.begin, { id: pass.id })
  expect(await visit(passPagePacks.begin, link)).toMatchObject({ id: again.id, by_holder: false })
  await ready(boss, pass.id, again.id)
})

test('each record has its chain of custody, in the pass and in the pack', async () => {
  const made = await packedFarm()
  const { link, files } = await packOf(made)
  const { north, boss } = made
  const record = JSON.parse(read(files, `records/submission/${north.id}/record.json`))
  const fact = (label: string) => record.facts.find((one: { label: string }) => one.label === label)?.value
  expect(fact('Arrived at the server')).toBeTruthy()
  expect(fact('Accuracy of the position')).toBe('± 4.5 m')
  expect(record.versions.map(({ number, reason }: { number: number; reason: string }) => [number, reason])).toEqual([
    [2, 'Wrong cow'],
    [1, null],
  ])
  expect(record.views).toEqual([{ action: 'viewed', at: expect.any(String) }])
  const { links } = JSON.parse(read(files, `records/submission/${north.id}/seal.json`))
  expect(links.map(({ kind, content, salt }: Record<string, unknown>) => [kind, content, salt])).toEqual([
    ['completed', null, null],
    ['corrected', null, null],
  ])
  expect(links.at(-1).hash).toBe(record.seal.hash)
  const again = await visit(passPages.record, { ...link, kind: 'submission', record_id: north.id })
  expect(again.views).toHaveLength(1)
  const viewers = await boss.call(passes.viewers, { kind: 'submission', record_id: north.id })
  expect(viewers).toEqual([expect.objectContaining({ holder_name: 'Dr Vet', count: 2 })])
  expect(await boss.call(passes.viewers, { kind: 'submission', record_id: made.south.id })).toEqual([])
  expect(await made.hand.refused(passes.viewers, { kind: 'submission', record_id: north.id })).toMatchObject({
    status: 403,
  })
})

test('no name is anywhere in a pack whose people are replaced', async () => {
  const { zip, files } = await packOf(await packedFarm())
  const names = /zsuzsanna|hegedus|bartholomew|quirk/i
  const searched = JSON.parse(read(files, 'log.json')).filter(({ action }: { action: string }) => action === 'searched')
  // What the inspector typed stays: a number in its place would say whose it is.
  expect(searched).toEqual([expect.objectContaining({ search: 'Zsuzsanna', found: 0 })])
  for (const [path, bytes] of Object.entries(files)) {
    expect(path).not.toMatch(names)
    if (path === 'log.json' || path.startsWith('csv/log') || path === 'pass.pdf') continue
    const text = path.endsWith('.pdf')
      ? (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text
      : Buffer.from(bytes).toString('latin1')
    expect(text, path).not.toMatch(names)
    expect(text, path).not.toMatch(/exif/i)
  }
  const persons = new Set(
    Object.entries(files).flatMap(([path, bytes]) =>
      path.endsWith('.json') ? (new TextDecoder().decode(bytes).match(/Worker [0-9A-Z]{4}/g) ?? []) : [],
    ),
  )
  expect(persons.size).toBe(2)
  // Times of entries are that of the pack.
  const list = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  const times = new Set<number>()
  for (let at = list; zip.readUInt32LE(at) === 0x02014b50; at += 46 + zip.readUInt16LE(at + 28))
    times.add(zip.readUInt32LE(at + 12))
  expect(times.size).toBe(1)
})

test('made again for the same moment, a pack is the same bytes', async () => {
  const made = await packedFarm()
  const { pack, files } = await packOf(made)
  const { services } = await tend()
  const [row] = await platform(db => db.select().from(packTable).where(eq(packTable.id, pack.id)))
  if (!row) throw new Error('The pack is gone.')
  const { content } = await contentOf(services, row, async () => {})
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  const again = unzipSync(new Uint8Array(Buffer.concat(pieces)))
  expect(Object.keys(again)).toEqual(Object.keys(files))
  for (const [path, bytes] of Object.entries(files))
    expect(Buffer.from(again[path] ?? []).equals(bytes), path).toBe(true)
  expect(await webMeans.sha256(new Uint8Array(Buffer.concat(pieces)))).toBe(pack.sha256)
})

test('a pack has the kinds and the reach of its pass, and no door is open to it for others', async () => {
  const made = await packedFarm()
  const { boss, north, south } = made
  const reach = { location_ids: [north.place.id], animal_group_ids: [], vehicle_ids: [] }
  const { pass, pack, files } = await packOf(made, { reach, kinds: ['submission'] })
  const paths = Object.keys(files)
  expect(paths.some(path => path.startsWith(`records/submission/${north.id}/`))).toBe(true)
  expect(paths.some(path => path.includes(`/${south.id}/`) || path.includes('finding'))).toBe(false)
  for (const [path, bytes] of Object.entries(files)) expect(Buffer.from(bytes).includes('South barn'), path).toBe(false)
  // Another pass of the same company, another company, and an inspector whose pass has ended.
  const other = passLinkIn(await issue(boss))
  expect(await visit(passPagePacks.list, other)).toEqual([])
  const stranger = await (await company()).manager()
  for (const call of [passPacks.list, passPacks.begin])
    expect(await stranger.refused(call, { id: pass.id })).toMatchObject({ status: 404 })
  expect(await stranger.refused(passPacks.fetch, { id: pass.id, pack_id: pack.id })).toMatchObject({ status: 404 })
  expect(await made.hand.refused(passPacks.list, { id: pass.id })).toMatchObject({ status: 403 })
  const [held] = await visit(passPagePacks.list, passLinkIn(pass))
  const { app } = await tend()
  const get = async (url: string) => (await app.inject({ url })).statusCode
  expect(await get((held?.address ?? '').replace(`passes/${pass.id}.`, `passes/${other.id}.`))).toBe(404)
  await platform(db =>
    db
      .update(passTable)
      .set({ startsAt: new Date(0), endsAt: new Date(1) })
      .where(eq(passTable.id, pass.id)),
  )
  expect(await get(held?.address ?? '')).toBe(410)
  for (const call of [passPagePacks.list, passPagePacks.begin])
    expect(await turnedAway(call, passLinkIn(pass))).toMatchObject({ code: 'public_link_expired' })
  // The company still has it, and may ask for another.
  expect((await boss.send(passPacks.fetch, { id: pass.id, pack_id: pack.id })).statusCode).toBe(200)
})

test('a pass that has not started has no pack, and a preview asks for none', async () => {
  const { boss } = await packedFarm()
  const later = await issue(boss, { starts_at: new Date(Date.now() + 3600_000).toISOString() })
  expect(await boss.refused(passPacks.begin, { id: later.id })).toMatchObject({ code: 'pass_not_started' })
  const preview = passLinkIn(await boss.call(passes.preview, { id: (await issue(boss)).id }))
  expect(await turnedAway(passPagePacks.begin, preview)).toMatchObject({ code: 'forbidden' })
})
