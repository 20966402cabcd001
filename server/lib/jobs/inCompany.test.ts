import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { endGuests } from '../../accounts/jobs.ts'
import { users } from '../../accounts/table.ts'
import { companies, memberships } from '../../companies/table.ts'
import { company, platform } from '../../test/people.ts'
import { tend } from '../../test/tend.ts'
import { inCompany } from './inCompany.ts'

test('a job works in its company, and sees no other', async () => {
  const [farm, dairy] = [await company(), await company()]
  await Promise.all([farm.worker(), dairy.worker()])
  const { services } = await tend()
  const seen = await inCompany(services, farm.id, 'guest_day_over', async ({ db }) => ({
    companies: await db.select({ id: companies.id }).from(companies),
    members: await db.select({ companyId: memberships.companyId }).from(memberships),
  }))

  expect(seen).toEqual({ companies: [{ id: farm.id }], members: [{ companyId: farm.id }] })
})

test('a job notifies and logs like a person, with its cause instead of a person', async () => {
  const farm = await company()
  const [boss, guest] = [await farm.manager(), await farm.guest()]
  await platform(db =>
    db
      .update(users)
      .set({ guestUntil: new Date(Date.now() - 1000) })
      .where(eq(users.id, guest.id)),
  )
  const { services, recording } = await tend()
  await platform(db => endGuests.work({}, { db, services })).then(afterwards => afterwards?.())

  const { data } = await boss.call(auditLog.list, { subject_id: guest.id })
  expect(data).toMatchObject([{ action: 'member.left', actor: null, cause: 'guest_day_over', ip: null }])
  await recording.caughtUp()
  expect(recording.heard.filter(({ channel }) => channel.startsWith(`private-user.${guest.id}.`))).toMatchObject([
    { event: 'abilities.changed', data: { company_id: farm.id } },
  ])
  await platform(db => endGuests.work({}, { db, services })).then(afterwards => afterwards?.())
  expect((await boss.call(auditLog.list, { subject_id: guest.id })).meta.total).toBe(1)
})

test('what fails leaves nothing, and nobody hears of it', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const { services } = await tend()
  const work = inCompany(services, farm.id, 'guest_day_over', async ctx => {
    await ctx.db.update(companies).set({ name: 'Renamed' }).where(eq(companies.id, farm.id))
    ctx.outgoingEvents.push({
      channels: [`private-user.${boss.id}.notifications`],
      event: 'abilities.changed',
      data: {},
    })
    throw new Error('The barn is on fire.')
  })

  await expect(work).rejects.toThrow('on fire')
  expect(await boss.heard('abilities.changed')).toEqual([])
  const [row] = await platform(db => db.select().from(companies).where(eq(companies.id, farm.id)))
  expect(row?.name).not.toBe('Renamed')
})
