import { expect, test } from 'vitest'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { form as formWith } from '#testing/forms/scenarios/language.ts'
import { formTemplate } from '../../forms/pdf.ts'
import { platform } from '../../test/people.ts'
import { tend } from '../../test/tend.ts'
import { withDatabase } from '../db/pools.ts'
import { renderPdf } from '../pdf/render.ts'
import { hashPassword } from '../security/passwordHash.ts'
import { heavyWork, kinds } from './heavyWork.ts'
import { Preparation } from './preparation.ts'
import { inThread, maxWorked } from './threads.ts'

const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]

test('heavy work of any kind throws while a database connection is held, however deep it is called', async () => {
  for (const kind of kindNames) {
    const work = async () => {
      await Promise.resolve()
      return heavyWork(kind, 'company 1', async () => 'done')
    }
    await expect(
      platform(async db => {
        await db.execute('select 1')
        return work()
      }),
      kind,
    ).rejects.toThrow('in the prepare step')
    expect(await work(), kind).toBe('done')
  }
})

test('heavy work is prepared without a connection, and found in the transaction by its input', async () => {
  const { pools } = (await tend()).services
  const outside = { companyId: null, userId: null }
  const held: number[] = []
  const preparation = new Preparation()
  const sum = (key: string) =>
    preparation.of(key, () =>
      heavyWork('evaluation', 'company 1', async () => {
        held.push(pools.isolated.totalCount - pools.isolated.idleCount)
        return 3
      }),
    )
  await sum('one')
  preparation.end()
  expect(await withDatabase(pools.isolated, outside, true, () => sum('one'))).toBe(3)
  const changed = withDatabase(pools.isolated, outside, true, () => sum('another'))
  await expect(changed).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
  expect(held).toEqual([0])
})

test('heavy work that no prepare has done throws with the transaction, before it is known to take long', () => {
  const preparation = new Preparation()
  preparation.end()
  expect(() => preparation.requirePrepared()).toThrow('in the prepare of a call')
})

test('a hash, a document and a long evaluation throw on any path to them', async () => {
  const question = { type: 'calculated' as const, id: 'slow', label: { en: 'Slow' } }
  const calculate = `if(regex('${'a'.repeat(3_000)}', '(${'a|'.repeat(10)}a)*b'), 1, 2)`
  const definition = formWith(...Array.from({ length: 9 }, (_, at) => ({ ...question, id: `slow${at}`, calculate })))
  const ways: Record<string, () => unknown> = {
    hash: () => hashPassword('a long password'),
    document: () => renderPdf(formTemplate, {} as never),
    evaluation: () => new FormState(definition),
  }
  for (const [way, work] of Object.entries(ways))
    await expect(
      platform(async db => {
        await db.execute('select 1')
        return work()
      }),
      way,
    ).rejects.toThrow('in the prepare step')
  expect(() => new FormState(definition)).not.toThrow()
})

test('nobody waits for a second connection while holding one, which would block four callers', async () => {
  const { pools } = (await tend()).services
  const outside = { companyId: null, userId: null }
  const second = (pool: typeof pools.platform) =>
    platform(() => withDatabase(pool, outside, false, async db => (await db.execute('select 1')).rowCount))
  await expect(second(pools.platform)).rejects.toThrow('in the prepare step')
  expect(await second(pools.jobs)).toBe(1)
})

const sleeper = new URL('../../test/sleepingThread.ts', import.meta.url)

test('work beyond the time of its kind is stopped as too large', async () => {
  const most = maxWorked.evaluation
  maxWorked.evaluation = 300
  try {
    const endless = inThread('evaluation', 'company 1', sleeper, { works: 60_000 })
    await expect(endless).rejects.toMatchObject({ code: 'too_large' })
  } finally {
    maxWorked.evaluation = most
  }
})

test('what waits for a processor is not called too large: it is done, however long that takes', async () => {
  const most = maxWorked.evaluation
  maxWorked.evaluation = 300
  try {
    expect(await inThread('evaluation', 'company 1', sleeper, { waits: 1_000 })).toBe('done')
  } finally {
    maxWorked.evaluation = most
  }
})

test('what waits too long, in a thread or elsewhere, is put off', async () => {
  const { milliseconds } = kinds.evaluation
  kinds.evaluation.milliseconds = 400
  const putOff = { code: 'unavailable', status: 503, retryAfter: 30 }
  try {
    await expect(inThread('evaluation', 'company 1', sleeper, { waits: 60_000 })).rejects.toMatchObject(putOff)
    const endless = heavyWork(
      'evaluation',
      'company 1',
      stop => new Promise((_, refuse) => stop.addEventListener('abort', () => refuse(stop.reason))),
    )
    await expect(endless).rejects.toMatchObject(putOff)
  } finally {
    kinds.evaluation.milliseconds = milliseconds
  }
})
