/**
 * One company fills a queue, or has it wait for what never answers; another one's push, mail, export, document and urgent message come as
 * if it were alone.
 */
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { documents } from '#shared/documents/contract.ts'
import { exports } from '#shared/exports/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import { invites } from '#shared/invites/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { notices as noticeCalls } from '#shared/notices/contract.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { prepareJobs, startJobs } from '../../lib/jobs/jobs.ts'
import { stopRenderers } from '../../lib/pdf/render.ts'
import { messages } from '../../messaging/table.ts'
import { repeatUrgent } from '../../messaging/urgent.ts'
import { notify } from '../../notices/commands.ts'
import { testNotice } from '../../notices/testNotice.ts'
import { publishedForm } from '../forms.ts'
import { company, type Person, platform } from '../people.ts'
import { browser, pushService } from '../pushService.ts'
import { complete } from '../submissions.ts'
import { tend } from '../tend.ts'

afterAll(stopRenderers)

/** What an innocent may wait in a queue, on a machine that does other things too. */
const soon = { timeout: 4_000, interval: 20 }

async function tell(companyId: number, { id }: Person, times: number) {
  const { services } = await tend()
  await platform(async db => {
    for (let time = 0; time < times; time++) await notify({ db, services, actor: { companyId } }, testNotice, [id], {})
  })
}

test('a person whose push service keeps silent stops nobody else’s pushes', async () => {
  const { asked, silent } = await pushService()
  silent.add('silent.example.com')
  const [farm, other] = [await company(), await company()]
  const [greedy, innocent] = [await farm.worker(), await other.worker()]
  await greedy.call(noticeCalls.subscribe, browser('silent.example.com').subscription)
  const phone = browser()
  await innocent.call(noticeCalls.subscribe, phone.subscription)
  await tell(farm.id, greedy, 60)
  await tell(other.id, innocent, 1)
  await expect.poll(() => asked.length, soon).toBe(1)
})

test('a company whose mails hang keeps no other company’s mail', async () => {
  const { services } = await tend()
  const { send } = services.mailer
  const sent: string[] = []
  const hanging = Promise.withResolvers<void>()
  services.mailer.send = async ({ to }) => {
    if (to.startsWith('hangs')) await hanging.promise
    sent.push(to)
  }
  onTestFinished(() => {
    services.mailer.send = send
    hanging.resolve()
  })
  const [farm, other] = [await company(), await company()]
  const [greedy, innocent] = [await farm.manager(), await other.manager()]
  for (let index = 0; index < 20; index++)
    await greedy.call(invites.create, { id: farm.id, email: `hangs${index}-${farm.id}@mails.example`, role_id: 3000 })
  const email = `waits-${other.id}@mails.example`
  await innocent.call(invites.create, { id: other.id, email, role_id: 3000 })
  await expect.poll(() => sent, soon).toContain(email)
})

test('a company whose exports take long keeps no other company’s export', async () => {
  const { services } = await tend()
  const { writeAll } = services.storage
  const long = Promise.withResolvers<void>()
  const [farm, other] = [await company(), await company()]
  const [greedy, innocent] = [await farm.manager(), await other.manager()]
  let written = 0
  services.storage.writeAll = async (path, content) => {
    written++
    if (written === 1) await long.promise
    return writeAll.call(services.storage, path, content)
  }
  onTestFinished(() => {
    services.storage.writeAll = writeAll
    long.resolve()
  })
  for (const [who, farmOf] of [
    [greedy, farm],
    [innocent, other],
  ] as const)
    await complete(await farmOf.worker(), await publishedForm(who))
  const wanted = { format: 'xlsx', values: 'labels', with_files: false, filters: {} } as const
  for (let index = 0; index < 3; index++) await greedy.call(exports.begin, wanted)
  await expect.poll(() => written, soon).toBe(1)
  const { id } = await innocent.call(exports.begin, wanted)
  await expect.poll(async () => (await innocent.call(exports.get, { id })).state, soon).toBe('ready')
})

test('a company that has many documents drawn is drawn one, then another company is', async () => {
  const [farm, other] = [await company(), await company()]
  const innocent = await other.manager()
  const guideOf = (boss: Person, title: string) =>
    boss.call(guides.create, { title: { en: title }, body: { en: 'Shut them.' }, default_language: 'en' })
  const asked: { who: Person; id: number }[] = []
  const bosses = await Promise.all(Array.from({ length: 4 }, () => farm.manager()))
  const own = await guideOf(innocent, 'Mine')
  const written: { who: Person; id: number }[] = []
  for (const who of bosses)
    for (let index = 0; index < 5; index++) written.push({ who, id: (await guideOf(who, `Gate ${index}`)).id })
  for (const { who, id } of written)
    asked.push({ who, id: (await who.call(documents.begin, { kind: 'guide', record_id: id })).id })
  const mine = await innocent.call(documents.begin, { kind: 'guide', record_id: own.id })
  const isReady = async (who: Person, id: number) => (await who.call(documents.get, { id })).state === 'ready'
  await expect.poll(() => isReady(innocent, mine.id), { timeout: 20_000, interval: 20 }).toBe(true)
  const ready = await Promise.all(asked.map(({ who, id }) => isReady(who, id)))
  expect(ready.filter(is => is).length).toBeLessThan(15)
})

test('a company with very many urgent messages is no reason for another’s to be told again later', async () => {
  const { services } = await tend()
  const [farm, other] = [await company(), await company()]
  const urgentOf = async (place: typeof farm) => {
    const [one, two] = [await place.manager(), await place.worker()]
    const talk = await one.call(messaging.create, { type: 'private', user_ids: [two.id] })
    return one.call(messaging.post, { id: talk.id, message_text: 'Fire', is_urgent: true })
  }
  const [many, one] = [await urgentOf(farm), await urgentOf(other)]
  await platform(async db => {
    await db.execute(sql`
      insert into messages (company_id, conversation_id, sender_id, uuid, message_text, locale, is_urgent, change_id)
      select company_id, conversation_id, sender_id, gen_random_uuid(), message_text, locale, true, change_id + number
      from messages, generate_series(1, 300) number where id = ${many.id}`)
    const earlier = (minutes: number) => ({ createdAt: sql`now() - make_interval(mins => ${minutes})` })
    await db.update(messages).set(earlier(7)).where(eq(messages.companyId, farm.id))
    await db.update(messages).set(earlier(6)).where(eq(messages.companyId, other.id))
  })
  await platform(db => repeatUrgent.work({}, { db, services })).then(afterwards => afterwards?.())
  const [told] = await platform(db =>
    db
      .select({ times: messages.urgentTold })
      .from(messages)
      .where(and(eq(messages.companyId, other.id), eq(messages.id, one.id))),
  )
  expect(told?.times).toBe(1)
})

test('companies take turns in every queue, and what runs longer than others is not begun again', async () => {
  const { services, ownerUrl } = await tend()
  const worked: string[] = []
  const chores: Job<{ of: string }> = {
    name: 'chores',
    turns: { atOnce: 2, ofOne: 1 },
    work:
      async ({ of }) =>
      async () => {
        worked.push(of)
      },
  }
  await prepareJobs(ownerUrl, [chores])
  const writer = await startJobs(ownerUrl, services, [])
  await platform(async db => {
    for (const [companyId, count] of [
      [1, 30],
      [2, 30],
      [3, 2],
    ] as const)
      await writer.sendEach(
        db,
        chores,
        Array.from({ length: count }, () => ({ data: { of: `${companyId}` }, whose: { companyId } })),
      )
  })
  const node = await startJobs(ownerUrl, services, [chores as Job<never>])
  onTestFinished(async () => {
    await node.stop()
    await writer.stop()
  })
  await expect.poll(() => worked.length).toBe(62)
  expect(worked.lastIndexOf('3')).toBeLessThan(10)
  const { rows } = await platform(db =>
    db.execute(sql`select distinct heartbeat_seconds, expire_seconds from pgboss.job where name = 'chores'`),
  )
  expect(rows).toEqual([{ heartbeat_seconds: 60, expire_seconds: 12 * 3600 }])
})
