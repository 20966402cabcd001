import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { type RegisterNames, registerNames } from '#shared/subjects/contract.ts'
import type { SubjectType } from '#shared/subjects/registry.ts'
import { company, type Person, platform } from '../test/people.ts'

const names = async (person: Person, type: SubjectType, since?: string): Promise<RegisterNames> =>
  (await person.send(registerNames.stream, { type, ...(since && { since }) })).json()

test('all names of a register come in one answer, in order, with their identifiers', async () => {
  const boss = await (await company()).manager()
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const pen = await boss.call(locations.create, { name: 'Pen', type: 'pen', parent_id: barn.id })
  const herd = await boss.call(animalGroups.create, { name: 'Herd' })
  const ewe = { species: 'sheep' } as const
  const ten = await boss.call(animals.create, { ...ewe, name: 'Ewe 10', location_id: pen.id })
  const two = await boss.call(animals.create, { ...ewe, name: 'Ewe 2', identifier: 'HU 2', animal_group_id: herd.id })
  const chipped = await boss.call(animals.create, {
    ...{ ...ewe, name: 'Ewe 11', other_identifiers: [{ scheme: 'eid', value: '348 012' }] },
  })
  const gone = await boss.call(animals.create, { ...ewe, name: 'Ewe 3' })
  await boss.call(animals.remove, { id: gone.id })

  const found = await names(boss, 'animal')
  expect(found).toMatchObject({ is_whole: true, left_out: 0 })
  expect(found.rows).toEqual([
    [two.id, 'Ewe 2', 'HU 2', herd.id],
    [ten.id, 'Ewe 10', null, null, pen.id],
    [chipped.id, 'Ewe 11', null, null, null, null, ['348 012']],
  ])
  expect((await names(boss, 'location')).rows).toEqual([
    [barn.id, 'Barn'],
    [pen.id, 'Pen', null, null, barn.id],
  ])
})

test('later only changes come, and the ids of gone rows', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const [stays, changes, goes] = [
    await boss.call(locations.create, { name: 'Stays', type: 'pen' }),
    await boss.call(locations.create, { name: 'Changes', type: 'pen' }),
    await boss.call(locations.create, { name: 'Goes', type: 'pen' }),
  ]
  // An hour ago, so that what happened lately does not come again for certainty.
  await platform(db =>
    db.execute(
      sql`update locations set updated_at = now() - interval '1 hour'
        where id = any(array[${stays.id}, ${changes.id}, ${goes.id}]::int[])`,
    ),
  )
  const first = await names(boss, 'location')
  expect(first.rows).toHaveLength(3)
  expect((await names(boss, 'location', first.since)).rows).toEqual([])
  await boss.call(locations.update, { id: changes.id, name: 'Changed' })
  await boss.call(locations.remove, { id: goes.id })
  const second = await names(boss, 'location', first.since)
  expect(second).toMatchObject({ is_whole: false, left_out: 0 })
  expect(second.rows).toEqual([[changes.id, 'Changed'], [goes.id]])
  // Of another company, or long ago: all of it.
  const stranger = await (await company()).manager()
  expect(await names(stranger, 'location', first.since)).toMatchObject({ is_whole: true, rows: [] })
  const [, rule] = first.since.split(' ')
  const longAgo = `${Date.now() - 21 * 24 * 3600_000} ${rule}`
  expect(await names(boss, 'location', longAgo)).toMatchObject({ is_whole: true })
})

test('thousands come whole, each once, and compressed', async () => {
  const farm = await company()
  const boss = await farm.manager()
  await platform(db =>
    db.execute(sql`insert into locations (company_id, name, type)
      select ${farm.id}, 'Pen ' || n % 3000, 'pen' from generate_series(1, 6001) n`),
  )
  const headers = { 'accept-encoding': 'gzip' }
  const answer = await boss.send(registerNames.stream, { type: 'location' }, { headers })
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip' })
  const { rows, left_out }: RegisterNames = JSON.parse(gunzipSync(answer.rawPayload).toString())
  expect(left_out).toBe(0)
  expect(new Set(rows.map(([id]) => id)).size).toBe(6_001)
  expect(rows).toHaveLength(6_001)
  expect(rows.at(-1)?.[1]).toBe('Pen 2999')
})
