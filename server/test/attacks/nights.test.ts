/**
 * What the night erases and forgets, however much one company has of it: nothing fails for all, and nobody waits for
 * its end.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messaging } from '#shared/messaging/contract.ts'
import { forgetMessages } from '../../messaging/jobs.ts'
import { messages } from '../../messaging/table.ts'
import { eraseArchivedViews } from '../../views/module.ts'
import { listViews } from '../../views/table.ts'
import { jobsDone } from '../jobsDone.ts'
import { company, platform } from '../people.ts'
import { tend } from '../tend.ts'

test('a company that archived seventy thousand rows does not keep the night from erasing', async () => {
  const { services } = await tend()
  const farm = await company()
  const boss = await farm.manager()
  const ofFarm = eq(listViews.companyId, farm.id)
  await platform(db =>
    db.execute(sql`
      insert into list_views (company_id, user_id, list, name, filters, archived_at)
      select ${farm.id}, ${boss.id}, 'animals', 'View ' || number, '{}', now() - interval '31 days'
      from generate_series(1, 70000) number`),
  )
  await platform(db => eraseArchivedViews.work({}, { db, services }))
  await expect.poll(() => platform(db => db.$count(listViews, ofFarm)), { timeout: 100_000 }).toBe(0)
})

test('while messages of all companies are forgotten, people write in their conversations', async () => {
  const { services } = await tend()
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await boss.call(messaging.create, { type: 'private', user_ids: [hand.id] })
  await boss.call(messaging.setRetention, { days: 30 })
  const old = await boss.call(messaging.post, { id, message_text: 'Long ago' })
  await platform(db =>
    db.update(messages).set({ createdAt: sql`now() - interval '31 days'` }).where(eq(messages.id, old.id)),
  )
  const outside = AsyncLocalStorage.snapshot()
  // As long as the night's job for all companies is not committed.
  await platform(async db => {
    await forgetMessages.work({}, { db, services })
    const posted = outside(() => hand.send(messaging.post, { id, message_text: 'Good morning' }))
    const status = posted.then(({ statusCode }) => statusCode)
    const waited = new Promise(resolve => setTimeout(resolve, 5_000, 'still waiting'))
    expect(await Promise.race([status, waited])).toBe(201)
  })
  await jobsDone()
  expect((await boss.call(messaging.messages, { id })).map(one => one.message_text)).toEqual(['Good morning'])
})
