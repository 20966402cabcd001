/**
 * One company fills a queue, or has it wait for what never answers; another one's push, mail, export, document and
 * urgent message come as if it were alone.
 */
import { eq, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { invites } from '#shared/companies/invites.ts'
import { documents } from '#shared/documents/contract.ts'
import { exports } from '#shared/exports/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { notices as noticeCalls } from '#shared/notifications/contract.ts'
import { endGuests } from '../../accounts/jobs.ts'
import { users } from '../../accounts/table.ts'
import { notifyOfDeadlines } from '../../cases/jobs.ts'
import { type Job, prepareJobs, startJobs } from '../../lib/jobs/jobs.ts'
import { stopRenderers } from '../../lib/pdf/render.ts'
import { messages } from '../../messaging/table.ts'
import { repeatUrgent } from '../../messaging/urgent.ts'
import { notify } from '../../notifications/commands.ts'
import { testNotification } from '../../notifications/module.ts'
import { channelOf, report, trusted } from '../cases.ts'
import { publishedForm } from '../forms.ts'
import { company, type Person, platform } from '../people.ts'
import { browser, pushService } from '../pushService.ts'
import { complete } from '../submissions.ts'
import { tend } from '../tend.ts'
import { times } from './attacking.ts'
import { expectSameWait, waitsFor } from './innocents.ts'

afterAll(stopRenderers)

async function tell(companyId: number, { id }: Person, times: number) {
  const { services } = await tend()
  await platform(async db => {
    for (let time = 0; time < times; time++)
      await notify({ db, services, actor: { companyId } }, testNotification, [id], {})
  })
}

test('a person whose push service keeps silent stops nobody else’s pushes', async () => {
  const { asked, silent } = await pushService()
  silent.add('silent.example.com')
  const [farm, other] = [await company(), await company()]
  const [greedy, innocent] = [await farm.worker(), await other.worker()]
  await greedy.call(noticeCalls.subscribe, browser('silent.example.com').subscription)
  await innocent.call(noticeCalls.subscribe, browser().subscription)
  const pushed = async () => {
    const before = asked.length
    await tell(other.id, innocent, 1)
    return async () => asked.length > before
  }
  const quiet = await waitsFor(pushed)
  await tell(farm.id, greedy, 60)
  expectSameWait('a push', quiet, await waitsFor(pushed))
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
  const mailed = async () => {
    const email = `waits-${crypto.randomUUID()}@mails.example`
    await innocent.call(invites.create, { id: other.id, email, role_id: 3000 })
    return async () => sent.includes(email)
  }
  const quiet = await waitsFor(mailed)
  for (let index = 0; index < 20; index++)
    await greedy.call(invites.create, { id: farm.id, email: `hangs${index}-${farm.id}@mails.example`, role_id: 3000 })
  expectSameWait('a mail', quiet, await waitsFor(mailed))
})

test('a company whose exports take long keeps no other company’s export', async () => {
  const { services } = await tend()
  const { writeAll } = services.storage
  const long = Promise.withResolvers<void>()
  const [farm, other] = [await company(), await company()]
  const [greedy, innocent] = [await farm.manager(), await other.manager()]
  for (const [who, farmOf] of [
    [greedy, farm],
    [innocent, other],
  ] as const)
    await complete(await farmOf.worker(), await publishedForm(who))
  const wanted = { format: 'xlsx', values: 'labels', with_files: false, filters: {} } as const
  const exported = async () => {
    const { id } = await innocent.call(exports.begin, wanted)
    return async () => (await innocent.call(exports.get, { id })).state === 'ready'
  }
  const quiet = await waitsFor(exported)
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
  for (let index = 0; index < 3; index++) await greedy.call(exports.begin, wanted)
  await expect.poll(() => written, { interval: 20 }).toBe(1)
  expectSameWait('an export', quiet, await waitsFor(exported))
})

test('a company that has many documents drawn is drawn one, then another company is', async () => {
  const { storage } = (await tend()).services
  const [farm, other] = [await company(), await company()]
  const innocent = await other.manager()
  const guideOf = (boss: Person, title: string) =>
    boss.call(guides.create, { title: { en: title }, body: { en: 'Shut them.' }, default_language: 'en' })
  const draw = async (who: Person, title: string) =>
    who.call(documents.begin, { kind: 'guide', record_id: (await guideOf(who, title)).id })
  const drawn = async () => {
    const { id } = await draw(innocent, 'Mine')
    return async () => (await innocent.call(documents.get, { id })).state === 'ready'
  }
  const quiet = await waitsFor(drawn)
  const [write, long] = [storage.write, Promise.withResolvers<void>()]
  const written: string[] = []
  storage.write = async (path, content) => {
    written.push(path)
    if (written.length === 1) await long.promise
    return write.call(storage, path, content)
  }
  onTestFinished(() => {
    storage.write = write
    long.resolve()
  })
  const bosses = await times(4, () => farm.manager())
  for (const who of bosses) for (let index = 0; index < 5; index++) await draw(who, `Gate ${index}`)
  await expect.poll(() => written.length, { interval: 20 }).toBe(1)
  expectSameWait('a document', quiet, await waitsFor(drawn))
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
  const earlier = (of: typeof farm, minutes: number) =>
    platform(db =>
      db
        .update(messages)
        .set({ createdAt: sql`now() - make_interval(mins => ${minutes})`, urgentTold: 0 })
        .where(eq(messages.companyId, of.id)),
    )
  const told = async () => {
    await earlier(other, 6)
    const repeated = platform(db => repeatUrgent.work({}, { db, services })).then(afterwards => afterwards?.())
    ends.push(repeated)
    return async () =>
      (await platform(db => db.select().from(messages).where(eq(messages.id, one.id))))[0]?.urgentTold === 1
  }
  const ends: Promise<void>[] = []
  const quiet = await waitsFor(told)
  await platform(db =>
    db.execute(sql`
      insert into messages (company_id, conversation_id, sender_id, uuid, message_text, locale, is_urgent, change_id)
      select company_id, conversation_id, sender_id, gen_random_uuid(), message_text, locale, true, change_id + number
      from messages, generate_series(1, 300) number where id = ${many.id}`),
  )
  await earlier(farm, 7)
  const during = await waitsFor(told)
  await Promise.all(ends)
  expectSameWait('an urgent message told again', quiet, during)
})

/** Keeps rows for itself, as a transaction that does not end, until what this answers is called. */
async function locking(rows: SQL): Promise<() => Promise<void>> {
  const { ownerUrl } = await tend()
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('begin')
  await drizzle(client).execute(rows)
  return () => client.end()
}

test('guests whose day cannot be ended in one company go at once from another', async () => {
  const { services } = await tend()
  const [farm, other] = [await company(), await company()]
  const over = async (guest: Person) => {
    const guestUntil = new Date(Date.now() - 1_000)
    await platform(db => db.update(users).set({ guestUntil }).where(eq(users.id, guest.id)))
  }
  const ended = async () => {
    const guest = await other.guest()
    await over(guest)
    ends.push(platform(db => endGuests.work({}, { db, services })).then(afterwards => afterwards?.()))
    return async () =>
      (await platform(db => db.select().from(users).where(eq(users.id, guest.id))))[0]?.archivedAt !== null
  }
  const ends: Promise<void>[] = []
  const quiet = await waitsFor(ended)
  const held = await farm.guest()
  await over(held)
  const release = await locking(sql`select 1 from memberships where user_id = ${held.id} for update`)
  const during = await waitsFor(ended)
  await release()
  await Promise.all(ends)
  expectSameWait('the end of a guest’s day', quiet, during)
})

test('those who handle cases hear of them while another company’s cannot be read', async () => {
  const { services } = await tend()
  const [farm, other] = [await company(), await company()]
  const channelsOf = async (place: typeof farm) => {
    const boss = await place.manager()
    return { trust: await trusted(place, boss), link: (await channelOf(boss)).link }
  }
  const [held, innocent] = [await channelsOf(farm), await channelsOf(other)]
  const told = async () => {
    await report(innocent.link)
    const of = async () => (await innocent.trust.call(noticeCalls.list, { kind: 'case.waiting' })).data.length
    const before = await of()
    ends.push(platform(db => notifyOfDeadlines.work({}, { db, services })).then(afterwards => afterwards?.()))
    return async () => (await of()) > before
  }
  const ends: Promise<void>[] = []
  const quiet = await waitsFor(told)
  await report(held.link)
  const release = await locking(sql`select 1 from cases where company_id = ${farm.id} for update`)
  const during = await waitsFor(told)
  await release()
  await Promise.all(ends)
  expectSameWait('telling of a case', quiet, during)
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
        Array.from({ length: count }, () => ({ data: { of: `${companyId}` }, owner: { companyId } })),
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
