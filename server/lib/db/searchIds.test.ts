/**
 * Searching goes around the wall's rule for single rows, so what it finds is tested as the wall is: on the connection
 * of companies.
 */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { normalizeIdentifier } from '#shared/lib/searching.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { search } from '#shared/search/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { type FilledCompany, filledCompany } from '../../test/filledCompany.ts'
import { company } from '../../test/people.ts'
import { sendTask } from '../../test/tasks.ts'
import { tend } from '../../test/tend.ts'
import { requireExtensions } from './migrate.ts'
import { loginsOf, urlFor } from './roles.ts'

const tables = {
  animal: 'animals',
  animal_group: 'animal_groups',
  location: 'locations',
  vehicle: 'vehicles',
  task: 'tasks',
  form: 'forms',
  person: 'memberships',
}

let app: Client
let owner: Client
let farm: FilledCompany
let dairy: FilledCompany

beforeAll(async () => {
  const { ownerUrl } = await tend()
  app = new Client({ connectionString: urlFor(ownerUrl, loginsOf(ownerUrl).app) })
  owner = new Client({ connectionString: ownerUrl })
  await Promise.all([app.connect(), owner.connect()])
  ;[farm, dairy] = [await filledCompany(), await filledCompany()]
})
afterAll(async () => {
  await app?.end()
  await owner?.end()
})

const found = async (companyId: number | null, type: string, words: string): Promise<number[]> => {
  await app.query("select set_config('app.company_id', $1, false)", [companyId?.toString() ?? ''])
  const { rows } = await app.query('select search_ids($1, $2, 1000000) as id', [type, words])
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

test('results are of the connection’s company, for any words', async () => {
  // Everything holds no words at all, so this finds all that may be found.
  for (const [type, table] of Object.entries(tables)) {
    const id = type === 'person' ? 'user_id' : 'id'
    const stored = async (companyId: number) =>
      (await owner.query(`select ${id} as id from ${table} where company_id = $1 order by 1`, [companyId])).rows.map(
        row => row.id,
      )
    expect((await stored(farm.id)).length, table).toBeGreaterThan(0)
    expect(await found(farm.id, type, ''), type).toEqual(await stored(farm.id))
    expect(await found(dairy.id, type, ''), type).toEqual(await stored(dairy.id))
    expect(await found(null, type, ''), type).toEqual([])
    const own = new Set(await stored(farm.id))
    for (const words of [
      '%',
      '_',
      '\\',
      '%%%',
      "' or true --",
      '$1',
      `company:${dairy.id}`,
      'a',
      'Daisy',
      'Barn',
      'Manager',
    ])
      expect(
        (await found(farm.id, type, words)).filter(one => !own.has(one)),
        `${type} ${words}`,
      ).toEqual([])
  }
})

test('names and marks of imports are looked up in the company of the connection, archived rows aside', async () => {
  const marked = async (companyId: number | null, type: string, key: string, marks: string[]) => {
    await app.query("select set_config('app.company_id', $1, false)", [companyId?.toString() ?? ''])
    return (await app.query('select identifier as mark, id from search_identifiers($1, $2, $3)', [type, key, marks]))
      .rows
  }
  const { manager, id } = await company()
  const boss = await manager()
  const draft = { name: ' Daisy the 3rd', identifier: 'HU 77', species: 'cattle' } as const
  const daisy = await boss.call(animals.create, draft)
  const twin = await boss.call(animals.create, { ...draft, identifier: 'HU 78' })
  await boss.call(animals.remove, { id: twin.id })
  const all = ['daisy the 3rd', 'nobody', "' or true --"]
  expect(await marked(id, 'animal', 'name', all)).toEqual([{ mark: 'daisy the 3rd', id: daisy.id }])
  expect(await marked(id, 'animal', 'identifier', ['hu 77', 'hu 78'])).toEqual([{ mark: 'hu 77', id: daisy.id }])
  expect(await marked(farm.id, 'animal', 'name', all)).toEqual([])
  expect(await marked(null, 'animal', 'name', all)).toEqual([])
  await expect(marked(id, 'animal', 'notes', all)).rejects.toThrow('Nothing is searched')
  await expect(marked(id, 'sessions', 'name', all)).rejects.toThrow('Nothing is searched')
})

test('best results of all types are of the connection’s company too', async () => {
  const types = [...Object.keys(tables), 'finding', 'guide']
  const best = async (companyId: number | null, words: string) => {
    await app.query("select set_config('app.company_id', $1, false)", [companyId?.toString() ?? ''])
    return (await app.query('select record_type as type, ids from search_best($1, $2, 1000)', [types, words])).rows
  }
  const stored = { ...tables, finding: 'findings', guide: 'guides' }
  for (const words of ['da', 'Daisy', 'Barn', 'Manager', 'wrong', '%%', "' or true --"]) {
    for (const { type, ids } of await best(farm.id, words)) {
      const id = type === 'person' ? 'user_id' : 'id'
      const own = `select ${id} as id from ${stored[type as keyof typeof stored]} where company_id = $1`
      const known = new Set((await owner.query(own, [farm.id])).rows.map(row => row.id))
      expect(
        ids.filter((one: number) => !known.has(one)),
        `${type} ${words}`,
      ).toEqual([])
    }
    expect(await best(null, words), words).toEqual([])
  }
  expect((await best(farm.id, 'Daisy')).map(({ type }) => type)).toContain('animal')
  await expect(app.query("select search_best(array['sessions'], 'daisy', 10)")).rejects.toThrow('Nothing is searched')
})

test('named references are of the connection’s company, only in the registers asked for', async () => {
  const { rows } = await owner.query(
    "select id, conversation_id as place, split_part(message_text, ' ', 1) as word from messages where " +
      "company_id = $1 and kind = 'message' and message_text <> '' order by id",
    [farm.id],
  )
  const [said] = rows
  const naming = async (companyId: number | null, names: string[], places: number[]) => {
    await app.query("select set_config('app.company_id', $1, false)", [companyId?.toString() ?? ''])
    const asked = [names, places, places.map(() => 0)]
    return (await app.query('select naming_ids($1, $2, $3, null, 1000) as id', asked)).rows.map(({ id }) => id)
  }
  const everywhere = rows.map(({ place }) => place)
  expect(await naming(farm.id, [said.word], [said.place])).toContain(said.id)
  expect(await naming(dairy.id, [said.word], everywhere)).toEqual([])
  expect(await naming(null, [said.word], everywhere)).toEqual([])
  expect(await naming(farm.id, [said.word], [])).toEqual([])
  const signs = ['%', '\\', "'", '(', ')|(', '[', '.*', '', ' ', '{2}', '$1', "' | company:1", '\\m', '*:']
  expect(await naming(farm.id, signs, everywhere)).toEqual([])
  // One that is sought beside a sign is found all the same.
  for (const sign of signs) expect(await naming(farm.id, [sign, said.word], [said.place]), sign).toContain(said.id)
})

test('the companies’ login reaches only ids through the function: no other type or login', async () => {
  await expect(found(farm.id, 'sessions', 'a')).rejects.toThrow('Nothing is searched')
  await expect(found(farm.id, 'animal union select user_id from sessions', 'a')).rejects.toThrow('Nothing is searched')
  const { rows } = await owner.query(
    "select proname, prosecdef, proconfig from pg_proc where proname = 'search_ids' and pronargs = 3",
  )
  expect(rows).toMatchObject([
    { prosecdef: true, proconfig: expect.arrayContaining(['search_path=public, pg_catalog']) },
  ])
})

test('only the login named like the platform’s searches outside a company', async () => {
  const { rows } = await owner.query(
    'select m.message_text, m.conversation_id from messages m where m.company_id = $1 and m.kind = $2 limit 1',
    [farm.id, 'message'],
  )
  const [said] = rows
  const foundAs = async (login: string) => {
    await owner.query('begin')
    try {
      await owner.query(`create role ${login}`)
      await owner.query(`grant usage on schema public to ${login}`)
      await owner.query(`set session authorization ${login}`)
      const ofMessages = await owner.query('select id from search_ids($1, $2, $3, $4, null, null, null, null, 10, 0)', [
        'message',
        said.message_text,
        [said.conversation_id],
        [0],
      ])
      const ofAnimals = await owner.query('select id from search_ids($1, $2, 10) as id', ['animal', ''])
      return { messages: ofMessages.rows.length, animals: ofAnimals.rows.length }
    } finally {
      await owner.query('rollback')
    }
  }
  const nothing = { messages: 0, animals: 0 }
  expect(await foundAs(`milking_system_${process.pid}_app`)).toEqual(nothing)
  expect(await foundAs(`systematic_${process.pid}`)).toEqual(nothing)
  expect((await foundAs(`milking_${process.pid}_system`)).messages).toBeGreaterThan(0)
})

test('accents and capitals count for nothing, on either side, and signs mean themselves', async () => {
  const { manager } = await company()
  const boss = await manager()
  for (const [name, identifier] of [
    ['Ágnes', 'HU 1_0'],
    ['Agnes 2', '50% x'],
    ['Łódź', 'a\\b'],
    ['بقرةُ أحمد', null],
    ['Straße', null],
  ] as const)
    await boss.call(animals.create, { name, identifier, species: 'cattle' })
  const named = async (search: string) => (await boss.call(animals.list, { search })).data.map(({ name }) => name)

  expect(await named('agnes')).toEqual(['Ágnes', 'Agnes 2'])
  expect(await named('ÁGNES')).toEqual(['Ágnes', 'Agnes 2'])
  expect(await named('á')).toContain('Agnes 2')
  expect(await named('lodz')).toEqual(['Łódź'])
  expect(await named('strasse')).toEqual(['Straße'])
  expect(await named('بقره احمد')).toEqual(['بقرةُ أحمد'])
  expect(await named('1_0')).toEqual(['Ágnes'])
  expect(await named('50%')).toEqual(['Agnes 2'])
  expect(await named('%')).toEqual(['Agnes 2'])
  expect(await named('a\\b')).toEqual(['Łódź'])
  expect(await named('nes\nhu')).toEqual(['Ágnes'])
  expect(await named('nobody')).toEqual([])
})

test('a tag is found with any separators, printed or typed', async () => {
  const { id, manager } = await company()
  const boss = await manager()
  const other_identifiers = [{ scheme: 'eid' as const, value: '348-0012 34567.89' }]
  for (const [name, identifier] of [
    ['Bare', 'hu30052184227'],
    ['Apart', 'HU 30052 1843 7'],
    ['German', 'DE-09-123.45678'],
    ['Zeros', 'AT 007'],
    ['Names 12', null],
  ] as const)
    await boss.call(animals.create, {
      name,
      identifier,
      species: 'cattle',
      ...(name === 'Bare' && { other_identifiers }),
    })
  const listed = async (words: string) => (await boss.call(animals.list, { search: words })).data.map(row => row.name)
  const inPalette = async (q: string) => (await boss.call(search.find, { q })).map(({ title }) => title)
  for (const [words, name] of [
    ...['hu30052184227', 'HU 30052 1842 27', 'Hu-30052.184/227', 'HU\u00a030052\u200b184\u2013227', '52 1842'].map(
      (one): [string, string] => [one, 'Bare'],
    ),
    ...['HU 30052 1843 7', 'hu3005218437', 'HU-300-52-18437', '3005 218437'].map((one): [string, string] => [
      one,
      'Apart',
    ]),
    ...['DE-09-123.45678', 'de 09 12345678', 'DE0912345678', 'de_09'].map((one): [string, string] => [one, 'German']),
    ...['348001234567', '348 0012 3456789', '0012-345'].map((one): [string, string] => [one, 'Bare']),
    ...['AT007', 'at-007', '007'].map((one): [string, string] => [one, 'Zeros']),
  ] as const) {
    expect(await listed(words), words).toEqual([name])
    expect((await inPalette(words))[0], words).toBe(name)
  }
  // Zeros are a part of a mark, names are not marks, and what is no mark is taken as it stands.
  expect(await listed('AT 07')).toEqual([])
  expect(await listed('names12')).toEqual([])
  expect(await listed('a t')).toEqual([])
  expect(await listed('30052')).toEqual(['Apart', 'Bare'])
  const [{ id: apart = 0 } = {}] = (await boss.call(animals.list, { search: 'Apart' })).data
  await boss.call(animals.remove, { id: apart })
  expect(await listed('hu3005218437')).toEqual([])
  expect((await boss.call(animals.list, { search: 'hu3005218437', archived: true })).data).toHaveLength(1)
  expect(await inPalette('hu3005218437')).not.toContain('Apart')
  expect(await found(id, 'animal', 'hu3005218437')).toEqual([apart])
  expect(await found(farm.id, 'animal', 'hu3005218437')).toEqual([])
})

test('the database and the browser take the same signs out of a mark', async () => {
  const signs = Array.from({ length: 0x3100 }, (_, at) => String.fromCodePoint(at + 1)).filter(
    sign => !/\p{L}|\p{N}/u.test(sign),
  )
  const { rows } = await owner.query(
    'select sign from unnest($1::text[]) sign where bare_identifier(fold(sign)) = $2',
    [signs, ''],
  )
  expect(rows.map(({ sign }) => sign)).toEqual(signs.filter(sign => normalizeIdentifier(sign) === ''))
})

test('tasks, submissions, forms and people are found without their accents too', async () => {
  const { id, manager, worker } = await company()
  const [boss, hand] = [await manager(), await worker()]
  await owner.query('update users set name = $1 where id = $2', ['Ödön Kovács', hand.id])
  const sent = await sendTask(boss, hand, { title: 'Vályú tisztítása' })
  const form = await boss.call(forms.create, { template_key: 'daily-pen-check', name: { en: 'Check', hu: 'Istálló' } })

  for (const search of ['valyu', 'TISZTÍT', 'odon', 'Kovacs'])
    expect(
      (await boss.call(tasks.company, { id, search })).data.map(one => one.id),
      search,
    ).toEqual([sent.id])
  expect((await hand.call(tasks.sent, { search: 'valyu' })).data).toHaveLength(1)
  expect((await hand.call(tasks.sent, { search: 'odon' })).data).toEqual([])
  expect((await boss.call(tasks.list, { search: 'vályu' })).data).toHaveLength(1)
  expect((await boss.call(forms.list, { search: 'istallo' })).data).toMatchObject([{ id: form.id }])
  expect((await boss.call(companies.members, { id, search: 'odon' })).data).toMatchObject([{ id: hand.id }])
  expect(await boss.call(messaging.available, { search: 'odon' })).toMatchObject([{ id: hand.id }])
  expect(
    (await farm.boss.call(submissions.list, { search: farm.hand.name.toUpperCase() })).data.length,
  ).toBeGreaterThan(0)
  expect((await farm.boss.call(submissions.list, { search: 'nobody at all' })).data).toEqual([])
})

test('where more rows hold the words than ids are asked for, the list is whole all the same', async () => {
  const { id, manager } = await company()
  const boss = await manager()
  await owner.query(
    `insert into animals (company_id, name, species, sex) select $1, 'Ewe ' || n, 'sheep', 'unknown' from ` +
      'generate_series(1, 2500) n',
    [id],
  )
  const list = await boss.call(animals.list, { search: 'ewe', page: 25, per_page: 100 })
  expect(list.meta).toMatchObject({ total: 2500, last_page: 25 })
  expect([list.data[0]?.name, list.data.at(-1)?.name]).toEqual(['Ewe 2401', 'Ewe 2500'])
  expect((await boss.call(animals.list, { search: 'ewe 250' })).data.map(({ name }) => name)).toEqual([
    'Ewe 250',
    'Ewe 2500',
  ])
  // Too short for three letters to be looked up.
  expect((await boss.call(animals.list, { search: '99' })).meta.total).toBe(43)
})

test('a server without the extensions for searching is refused with a sentence on what to do', async () => {
  await requireExtensions(owner)
  await expect(requireExtensions(owner, ['pg_trgm', 'telepathy'])).rejects.toThrow(
    'this server does not offer telepathy. They are part of PostgreSQL: install its "contrib" package',
  )
})
