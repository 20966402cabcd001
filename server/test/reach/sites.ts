import { animals } from '#shared/animals/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { company, narrow } from '../people.ts'

/** Two sites with a pen and a cow each, a lorry, and a manager of the northern one. */
export async function sites() {
  const farm = await company()
  const [boss, hand, north] = [await farm.manager(), await farm.worker(), await farm.manager()]
  const site = async (name: string) => {
    const { id } = await boss.call(locations.create, { name: `Site ${name}`, type: 'site' })
    const pen = await boss.call(locations.create, { name: `Pen ${name}`, type: 'pen', parent_id: id })
    const cow = await boss.call(animals.create, { name: `Cow ${name}`, species: 'cattle', location_id: pen.id })
    return { id, pen, cow }
  }
  const [inside, outside] = [await site('North'), await site('South')]
  const lorry = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry' })
  await narrow(north, farm.id, { locations: [inside.id] })
  return { farm, boss, hand, north, inside, outside, lorry }
}

/** What a form or task is about. */
export const about = (type: 'animal' | 'location', { id }: { id: number }) => [{ type, id }] as never
