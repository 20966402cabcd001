/** The list of unsent work follows the device's database. */
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../componentTest.tsx'
import { inDatabase } from './database.ts'
import { newRowHandler } from './newRowHandler.ts'
import { registerHandlers } from './outboxHandler.ts'
import { removeEntry, useQueueItems } from './queueActions.ts'
import { enqueue } from './sending.ts'

const anna = 62
const uuid = '6f0b4c1e-1111-4aaa-8bbb-000000000062'

afterEach(() => inDatabase(anna, ({ entries }) => entries.clear()))

function Titles() {
  const { value } = useQueueItems(anna)
  return <p>{value === undefined ? 'reading' : value.map(({ entry }) => entry.kind).join() || 'nothing'}</p>
}

test('what is put into the queue and taken out of it is shown at once, without asking again', async () => {
  registerHandlers(async () => [
    newRowHandler({
      ...{ name: 'animal', create: () => new Promise(() => undefined), onDone: () => undefined },
      ...{ describe: () => ({ about: '' }), queueOf: () => '' },
    } as never) as never,
  ])
  await show(<Titles />)
  await expect.element(page.getByText('nothing')).toBeVisible()
  const row = { kind: 'animal', user_id: anna, company_id: 1, uuid, title: 'Berta', input: {}, temporary_id: -1 }
  await enqueue([row as never], { afterMs: 60_000 })
  await expect.element(page.getByText('animal')).toBeVisible()
  await removeEntry({ user_id: anna, uuid })
  await expect.element(page.getByText('nothing')).toBeVisible()
})
