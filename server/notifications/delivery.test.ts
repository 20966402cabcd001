/** An SMTP server that accepts connections and never says a word: nobody's work waits for it, and nothing is lost. */
import { createServer, type Server, type Socket } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { plans } from '#shared/companies/plans.ts'
import { locations } from '#shared/locations/contract.ts'
import { health } from '#shared/system/health.ts'
import { planEndings } from '../companies/jobs.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { createMailer, type Mailer } from '../lib/mail/mailer.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { admin, company, platform } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { notices } from './table.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** From now on tend's mails go to a server that answers nothing; the connections that it got. */
async function silentMailServer(): Promise<Set<Socket>> {
  const sockets = new Set<Socket>()
  const server: Server = createServer(socket => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { services } = await tend()
  const usual: Mailer = { ...services.mailer }
  Object.assign(
    services.mailer,
    createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'tend@farm.example', folder: '' }),
  )
  undo.push(() => {
    Object.assign(services.mailer, usual)
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return sockets
}

test('while the mail server hangs with mails of every kind, everybody is known and works', async () => {
  const { services } = await tend()
  const tellEndings = () => platform(db => services.jobs.send(db, planEndings, {}, { companyId: null }))
  // Mails to companies of other tests are sent before.
  await tellEndings()
  await jobsDone()
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const platformAdmin = await admin()
  const form = await publishedForm(boss)
  const [offer] = await boss.call(plans.offers, {})
  const end_date = daysLater(dayAt(new Date(), 'UTC'), 7)
  await platformAdmin.call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0, end_date })
  const hanging = await silentMailServer()
  await boss.call(invites.create, { id: farm.id, email: `hanging-${farm.id}@mails.example`, role_id: 3000 })
  await complete(hand, form, lameAnswers)
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  await tellEndings()
  await expect.poll(() => hanging.size).toBe(4)
  const hangs = new Date().toISOString()

  const begun = performance.now()
  await Promise.all(Array.from({ length: 20 }, () => boss.call(locations.list, {})))
  expect(performance.now() - begun).toBeLessThan(3000)
  expect(services.pools.platform.waitingCount).toBe(0)
  // Nobody holds a connection or a transaction while they wait for the mail server. What began since is others' work of
  // a moment.
  const { rows } = await platform(db =>
    db.execute<{ open: number }>(
      sql`select count(*)::int as open from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()
            and xact_start < ${hangs}`,
    ),
  )
  expect(rows).toEqual([{ open: 0 }])
})

test('a notice is written with what it tells of, or not at all, and has one delivery for each channel', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  const [told] = await platform(db => db.select().from(notices).where(eq(notices.userId, hand.id)))
  expect(told).toMatchObject({ companyId: farm.id, topic: 'company.removed', facts: { companyId: farm.id } })
  const deliveries = await platform(db =>
    db.execute(sql`select name from pgboss.job where data ->> 'noticeId' = ${told?.id}`),
  )
  expect(deliveries.rows).toEqual([{ name: 'deliver.mail' }])
})

test('a mail refused for good is kept as a dead letter; a passing failure is retried', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const { mailer } = (await tend()).services
  const { send } = mailer
  undo.push(() => {
    mailer.send = send
  })
  mailer.send = async mail => {
    const code = mail.to.startsWith('gone') ? 550 : 421
    throw Object.assign(new Error('refused'), { responseCode: code, response: `${code} no` })
  }
  const [gone, busy] = [`gone-${farm.id}@mails.example`, `busy-${farm.id}@mails.example`]
  for (const email of [gone, busy]) await boss.call(invites.create, { id: farm.id, email, role_id: 3000 })
  const stateOf = async (queue: string) => {
    const { rows } = await platform(db =>
      db.execute<{ email: string; state: string }>(
        sql`select invites.email, job.state from pgboss.job
            join notices on notices.id::text = job.data ->> 'noticeId'
            join invites on invites.id = (notices.facts ->> 'inviteId')::int
            where job.name = ${queue} and notices.company_id = ${farm.id} order by email`,
      ),
    )
    return rows
  }
  await expect
    .poll(() => stateOf('deliver.mail'))
    .toEqual([
      { email: busy, state: 'retry' },
      { email: gone, state: 'failed' },
    ])
  expect(await stateOf('dead-letters')).toEqual([{ email: gone, state: 'created' }])

  // Once the cause is mended, an administrator has it delivered from the health page.
  const received: string[] = []
  mailer.send = async mail => void received.push(mail.to)
  const root = await admin()
  const mine = await platform(db =>
    db.execute<{ id: string }>(
      sql`select job.id from pgboss.job join notices on notices.id::text = job.data ->> 'noticeId'
          where job.name = 'dead-letters' and notices.company_id = ${farm.id}`,
    ),
  )
  const [{ id } = { id: '' }] = mine.rows
  expect((await root.call(health.get, {})).details.map(letter => letter.id)).toContain(id)
  await root.call(health.settleLetter, { id, action: 'deliver' })
  await expect.poll(() => received).toContain(gone)
  expect(await stateOf('dead-letters')).toEqual([])
})
