/**
 * Checks some bounds of docs/bounds.md exactly: at the bound, and one beyond. All of them are driven in table.test.ts.
 */
import { expect, test } from 'vitest'
import { files } from '#shared/files/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { heavyWork, kinds } from '../../lib/concurrency/heavyWork.ts'
import { randomToken } from '../../lib/security/secrets.ts'
import { company, request } from '../people.ts'
import { photo } from '../submissions.ts'
import { tend } from '../tend.ts'
import { oneByOne, sendRaw } from './attacking.ts'
import { expectOthersServed, waitedDuring } from './innocents.ts'
import { sheetNames, workbookOfSheets } from './workbooks.ts'

const statuses = ({ statuses }: { statuses: number[] }) => [...new Set(statuses)].toSorted()

test('a body may be 200 deep, and not deeper', async () => {
  const boss = await (await company()).manager()
  const nested = (depth: number) => `{"name":"Barn","type":"barn","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const send = (depth: number) => sendRaw(boss, '/api/location', 'application/json', nested(depth))
  expect((await send(199)).statusCode).toBe(201)
  const waited = await waitedDuring(() => oneByOne(40, index => send(200 + index * 20_000)))
  expect(statuses(waited)).toEqual([400])
  expectOthersServed('40 deep bodies', waited)
})

test('a body may have 200,000 parts, and not more, from any sender', async () => {
  const boss = await (await company()).manager()
  const parts = (count: number, part: string) =>
    Buffer.from(`{"name":"Barn","type":"barn","x":[${`${part},`.repeat(count)}1]}`)
  const send = (payload: Buffer) => sendRaw(boss, '/api/location', 'application/json', payload)
  expect((await send(parts(150_000, '",\\"["'))).statusCode).toBe(201)
  const [lists, numbers] = [parts(650_000, '[]'), parts(900_000, '1')]
  const waited = await waitedDuring(() => oneByOne(20, index => send(index % 2 ? lists : numbers)))
  expect(statuses(waited)).toEqual([413])
  expectOthersServed('20 bodies of 650,000 parts', waited)
})

test('files of more than ten megabytes, too many fields and too large ones are refused', async () => {
  const boss = await (await company()).manager()
  const content = Buffer.alloc(10 * 1024 * 1024 + 1, 'x')
  expect((await boss.send(files.create, {}, { file: { name: 'long.txt', content } })).statusCode).toBe(413)
  const file = { name: 'ear.jpg', content: await photo() }
  const uuid = () => crypto.randomUUID()
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field${index}`, 'x']))
  expect((await boss.send(forms.addPicture, { uuid: uuid(), ...many }, { file })).statusCode).toBe(413)
  expect((await boss.send(forms.addPicture, { uuid: uuid(), long: 'x'.repeat(100_001) }, { file })).statusCode).toBe(
    413,
  )
  expect((await boss.send(forms.addPicture, { uuid: uuid() }, { file })).statusCode).toBe(201)
})

test('made-up tokens, however many and wherever from, keep nobody who is signed in from being known', async () => {
  const boss = await (await company()).manager()
  // As ours look, but for the signature.
  const token = () => `${boss.id}.${randomToken()}.${randomToken().slice(0, 22)}`
  const places = [() => '10.70.1.1', (index: number) => `10.71.${index >> 8}.${index & 255}`]
  for (const from of places) {
    const send = (index: number) => request(locations.list, {}, token(), { from: from(index) })
    const waited = await waitedDuring(() => oneByOne(1_800, send, 10))
    expect(waited.statuses.filter(status => ![401, 503].includes(status))).toEqual([])
    expect(waited.statuses).toContain(503)
    expectOthersServed(`1,800 made-up tokens from ${from(0)}`, waited)
  }
}, 120_000)

test('a spreadsheet of too many sheets is refused, and it is said what to do', async () => {
  const boss = await (await company()).manager()
  const file = (sheets: number) => ({
    name: 'form.xlsx',
    content: workbookOfSheets(sheetNames(sheets), { areOne: false }),
  })
  const refused = await boss.send(forms.importFile, {}, { file: file(51) })
  expect(refused.statusCode).toBe(413)
  expect(JSON.parse(refused.body)).toMatchObject({ code: 'too_large', message: expect.stringContaining('new file') })
  expect((await boss.send(forms.importFile, {}, { file: file(50) })).statusCode).toBe(422)
})

test('a statement is broken off after a minute, on each pool that people wait for', async () => {
  const { pools } = (await tend()).services
  for (const pool of [pools.isolated, pools.platform])
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '1min' }])
})

test('each kind of heavy work has a bounded queue, in which the busiest gives way to the others', async () => {
  const most = {
    spreadsheet: 20,
    rows: 20,
    evaluation: 20,
    archive: 20,
    document: 100,
    drawing: 100,
    picture: 100,
    calendar: 100,
    hash: 200,
  }
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    let free = () => {}
    const held = new Promise<void>(resolve => {
      free = resolve
    })
    const greedy = Array.from({ length: most[kind] + 10 }, () =>
      heavyWork(kind, 'the greedy', () => held).then(
        () => 'done',
        (error: { code: string; retryAfter: number }) => `${error.code} ${error.retryAfter}`,
      ),
    )
    const modest = heavyWork(kind, 'the modest', async () => 'done')
    free()
    const came = await Promise.all(greedy)
    expect(await modest, kind).toBe('done')
    // One is under way, and one gave its place to the modest.
    expect(came.filter(one => one === 'done').length, kind).toBe(most[kind])
    expect(new Set(came), kind).toEqual(new Set(['done', 'unavailable 5']))
  }
})
