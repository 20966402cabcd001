import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { maxImportedLines } from '#shared/exports/rules.ts'
import { imports } from '#shared/imports/contract.ts'
import { animals as table } from '../animals/table.ts'
import { company, platform } from '../test/people.ts'

test('an import of 50,000 lines names each bad one, loses no good one and doubles none', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const lines = Array.from(
    { length: maxImportedLines },
    (_, at) => `T ${at},Animal ${at},${at % 100 === 7 ? 'unicorn' : 'sheep'}`,
  )
  const file = { name: 'herd.csv', content: Buffer.from(['Identifier,Name,Species', ...lines].join('\n')) }
  const there = () => platform(db => db.$count(table, eq(table.companyId, farm.id)))
  const p95 = async (tries: number) => {
    const took: number[] = []
    for (let index = 0; index < tries; index++) {
      const began = performance.now()
      await boss.call(animals.list, { search: 'Animal 1', per_page: 25 })
      took.push(performance.now() - began)
    }
    return took.sort((one, other) => one - other)[Math.floor(tries * 0.95)] ?? 0
  }
  const run = async () => {
    const { id, matching, key } = await boss.call(imports.create, { type: 'animal' }, { file })
    await boss.call(imports.run, { id, matching, key, is_trial: false })
    await expect
      .poll(async () => (await boss.call(imports.get, { id })).done, { timeout: 600_000, interval: 2_000 })
      .toBeGreaterThan(2_000)
    const meanwhile = await p95(200)
    await expect
      .poll(async () => (await boss.call(imports.get, { id })).state, { timeout: 3_000_000, interval: 5_000 })
      .toBe('done')
    return { done: await boss.call(imports.get, { id }), meanwhile }
  }
  const { done, meanwhile } = await run()
  expect(done).toMatchObject({ created: 49_500, faulty: 500, updated: 0, unchanged: 0 })
  expect(await there()).toBe(49_500)
  const { data } = await boss.call(imports.lines, { id: done.id, outcome: 'faulty', per_page: 100, page: 5 })
  expect(data.at(-1)?.number).toBe(49_909)
  const quiet = await p95(200)
  console.info(`p95 of a list: quiet ${quiet.toFixed(0)} ms, while lines are imported ${meanwhile.toFixed(0)} ms`)
  expect((await run()).done).toMatchObject({ unchanged: 49_500, faulty: 500, created: 0 })
  expect(await there()).toBe(49_500)
}, 7_200_000)
