/** Secrets that were wrong are noted, although the request that brought them changed nothing else. */
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { workers } from '#shared/accounts/workers.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { withPassword } from '../test/accounts.ts'
import { company, type Person, request } from '../test/people.ts'

/** What the log of the manager's company says about somebody, the latest first. */
const toldOf = async (boss: Person, subject_id: number) =>
  (await boss.call(auditLog.list, { subject_id })).data.map(({ action, actor, details }) => [
    action,
    actor?.id ?? null,
    details,
  ])

test('a wrong password is recorded where it is asked again, ten times, then none is checked', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await withPassword(await farm.worker())]
  expect(await hand.refused(auth.reauthenticate, { password: 'a wrong secret' })).toMatchObject({ status: 422 })
  expect(
    await hand.refused(auth.changePassword, { current_password: 'a wrong secret', password: 'a whole new one' }),
  ).toMatchObject({ errors: { current_password: [expect.any(String)] } })
  expect(await toldOf(boss, hand.id)).toEqual(Array(2).fill(['password.refused', hand.id, {}]))

  for (let round = 2; round < 13; round++) await hand.refused(auth.reauthenticate, { password: 'a wrong secret' })
  expect(await hand.refused(auth.reauthenticate, { password: 'a wrong secret' })).toMatchObject({ status: 429 })
  const log = await boss.call(auditLog.list, { subject_id: hand.id })
  expect(log.meta.total).toBe(10)
  expect(JSON.stringify(log.data)).not.toContain('wrong secret')
})

test('a wrong PIN is noted with whose it is, and the fifth with the end of the phone', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const worker = await boss.call(workers.create, { id: farm.id, name: 'Juan', user_name: 'juan' })
  const { token } = await boss.call(workers.offer, { id: farm.id, user_id: worker.id })
  const { device } = JSON.parse((await request(workers.enrol, { token, pin: '284619' }, null)).body).data
  for (let round = 0; round < 7; round++) await request(workers.loginPin, { device, pin: '918273' }, null)

  const told = await toldOf(boss, worker.id)
  const refused = ['phone.refused', null, {}]
  const last = told.slice(0, 6).map(([action]) => action)
  expect(last.toSorted()).toEqual(['phone.ended', ...Array(5).fill('phone.refused')])
  expect(told[5]).toEqual(refused)
  expect(JSON.stringify(told)).not.toContain('918273')
})
