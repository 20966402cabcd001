/** Bounded rows of a thing or a person, added by several callers at once when there is room for one more. */
import { expect, test } from 'vitest'
import { reports } from '#shared/reports/contract.ts'
import { maxShares, shares } from '#shared/shares/contract.ts'
import { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { maxPlans } from '#shared/vehicle-log/rules.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { company } from '../people.ts'

const count = (statuses: number[], status: number) => statuses.filter(one => one === status).length

test('of eight links to a report, there is room for one', async () => {
  const boss = await (await company()).manager()
  const { id } = await boss.call(reports.create, { name: 'Lame cows' })
  const expires_at = new Date(Date.now() + 24 * 3600_000).toISOString()
  const share = () => boss.send(shares.create, { kind: 'report', subject_id: id, expires_at })
  for (let made = 1; made < maxShares; made++) expect((await share()).statusCode).toBe(201)
  const statuses = (await Promise.all(Array.from({ length: 8 }, share))).map(({ statusCode }) => statusCode)
  expect([count(statuses, 201), count(statuses, 422)]).toEqual([1, 7])
})

test('of eight maintenance plans of a vehicle, there is room for one', async () => {
  const boss = await (await company()).manager()
  const { id: vehicle_id } = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry' })
  const plan = () => boss.send(vehicleLog.plan, { vehicle_id, name: 'Oil', every_months: 12 })
  for (let made = 1; made < maxPlans; made++) expect((await plan()).statusCode).toBe(200)
  const statuses = (await Promise.all(Array.from({ length: 8 }, plan))).map(({ statusCode }) => statusCode)
  expect([count(statuses, 200), count(statuses, 422)]).toEqual([1, 7])
})
