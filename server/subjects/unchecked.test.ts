import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { locations as places } from '../locations/table.ts'
import { company, platform } from '../test/people.ts'

test('a register is filtered by rows unexamined for long, or never examined', async () => {
  const boss = await (await company()).manager()
  const names = ['Never', 'Yesterday', 'Last month', 'Last year']
  for (const [index, days] of [null, 1, 45, 400].entries()) {
    const { id } = await boss.call(locations.create, { name: names[index] ?? '', type: 'barn' })
    const lastCheckedAt = days === null ? null : new Date(Date.now() - days * 24 * 3600_000)
    await platform(db => db.update(places).set({ lastCheckedAt }).where(eq(places.id, id)))
  }
  const found = async (unchecked: 'ever' | 'week' | 'month' | 'quarter') =>
    (await boss.call(locations.list, { unchecked })).data.map(({ name }) => name)
  expect(await found('ever')).toEqual(['Never'])
  expect(await found('week')).toEqual(['Last month', 'Last year', 'Never'])
  expect(await found('quarter')).toEqual(['Last year', 'Never'])
  await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry' })
  await boss.call(animals.create, { name: 'Ewe', species: 'sheep' })
  await boss.call(animalGroups.create, { name: 'Ewes' })
  for (const unchecked of ['ever', 'month'] as const)
    for (const register of [vehicles, animals, animalGroups])
      expect((await boss.call(register.list, { unchecked })).data).toHaveLength(1)
})
