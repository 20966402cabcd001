import { eq } from 'drizzle-orm'
import type { sexes, species } from '#shared/animals/rules.ts'
import type { locationTypes } from '#shared/locations/rules.ts'
import type { vehicleTypes } from '#shared/vehicles/rules.ts'
import { createAnimalGroup } from '../../animals/groups.ts'
import { animals } from '../../animals/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { createLocation } from '../../locations/module.ts'
import { locations } from '../../locations/table.ts'
import { createVehicle } from '../../vehicles/module.ts'
import type { vehicles } from '../../vehicles/table.ts'
import { actAs, type Filling, type Person } from './acting.ts'
import type { Chance } from './chance.ts'
import { dayFrom } from './chance.ts'
import type { DemoCompany } from './people.ts'

/** The farms; the other companies enter their rows by the calls of people. */
type Farm = Extract<DemoCompany, 'greenfield' | 'riverside'>

type Place = Partial<
  Pick<typeof locations.$inferInsert, 'capacityHeads' | 'floorArea' | 'address' | 'officialNumbers' | 'outline'>
> & { name: string; type: (typeof locationTypes)[number]; notes?: string; inside?: Place[] }
type Group = {
  name: string
  species: (typeof species)[number]
  purpose: 'lactation' | 'rearing' | 'growing' | 'reproduction' | 'enclosure'
  place: string
  /** Ear tags begin with this. */
  mark: string
  sex: (typeof sexes)[number]
  /** As it is kept (`shared/animals/breeds.ts`). */
  breed: string
  names: string[]
}

type Vehicle = {
  name: string
  type: (typeof vehicleTypes)[number]
  plate?: string
  floorArea?: number
  notes?: string
} & Partial<Pick<typeof vehicles.$inferInsert, 'vin' | 'make' | 'model' | 'modelYear' | 'decks'>>

const places: Record<Farm, Place[]> = {
  greenfield: [
    {
      name: 'Home farm',
      type: 'site',
      address: 'Mill Lane 3, Greenfield',
      officialNumbers: [
        { scheme: 'Holding (CPH)', number: '18/204/0031' },
        { scheme: 'Herd mark', number: 'UK 302145' },
      ],
      outline: [
        { latitude: 51.7511, longitude: -2.2342 },
        { latitude: 51.7523, longitude: -2.2298 },
        { latitude: 51.7498, longitude: -2.2281 },
        { latitude: 51.7486, longitude: -2.2327 },
      ],
      inside: [
        {
          name: 'Barn 1',
          type: 'barn',
          capacityHeads: 40,
          floorArea: 320,
          notes: 'Cubicles for 40 cows. Brushes at both ends.',
          inside: [
            { name: 'Calving pen', type: 'pen' },
            { name: 'Sick pen', type: 'quarantine', notes: 'Deep straw, own drinker. Keep free.' },
          ],
        },
        { name: 'Barn 2', type: 'barn', inside: [{ name: 'Calf pens', type: 'pen', capacityHeads: 5, floorArea: 18 }] },
        { name: 'Milking parlour', type: 'parlour' },
        { name: 'Workshop', type: 'building' },
        { name: 'Loading ramp', type: 'loading_area' },
      ],
    },
    {
      name: 'Hill ground',
      type: 'site',
      inside: [
        {
          name: 'Top paddock',
          type: 'paddock',
          capacityHeads: 30,
          floorArea: 14_500,
          notes: 'Water trough freezes below −5 °C.',
          outline: [{ latitude: 51.7602, longitude: -2.2411 }],
        },
        { name: 'Brook paddock', type: 'paddock' },
      ],
    },
  ],
  riverside: [
    {
      name: 'Központi telep',
      type: 'site',
      inside: [
        { name: '1. istálló', type: 'barn', capacityHeads: 12, floorArea: 110 },
        { name: '2. istálló', type: 'barn' },
        { name: 'Fejőház', type: 'parlour' },
      ],
    },
  ],
}

const fleet: Record<Farm, Vehicle[]> = {
  greenfield: [
    {
      name: 'Stock lorry',
      type: 'lorry',
      plate: 'YX19 KDN',
      floorArea: 21.4,
      make: 'DAF',
      model: 'LF 260',
      modelYear: 2019,
      vin: 'XLRAEL1500L482117',
      decks: [
        { length: 4.46, width: 2.4, height: 1.9 },
        { length: 4.46, width: 2.4, height: 1.2 },
      ],
      notes: 'Two decks. The upper one only for sheep.',
    },
    { name: 'Stock trailer', type: 'trailer', floorArea: 8.6, notes: 'Wash out at the loading ramp after every load.' },
    { name: 'Pick-up', type: 'pickup', plate: 'BD68 SMR' },
    { name: 'Loader', type: 'machine' },
  ],
  riverside: [
    { name: 'Állatszállító teherautó', type: 'lorry', plate: 'AA BC-417', floorArea: 14.2 },
    { name: 'Marhaszállító pótkocsi', type: 'trailer', plate: 'XWR-204', floorArea: 7.5 },
    { name: 'Traktor', type: 'tractor', plate: 'YHP-331' },
  ],
}

const groups: Record<Farm, Group[]> = {
  greenfield: [
    {
      name: 'Milking cows',
      species: 'cattle',
      purpose: 'lactation',
      place: 'Barn 1',
      mark: 'UK 302145 1',
      sex: 'female',
      breed: 'Holstein Friesian',
      names: [
        'Bluebell',
        'Clover',
        'Daisy',
        'Fern',
        'Hazel',
        'Iris',
        'Juniper',
        'Lily',
        'Marigold',
        'Nettle',
        'Poppy',
        'Rose',
        'Sorrel',
        'Tansy',
        'Violet',
        'Willow',
      ],
    },
    {
      name: 'Calves',
      species: 'cattle',
      purpose: 'rearing',
      place: 'Calf pens',
      mark: 'UK 302145 2',
      sex: 'female',
      breed: 'Jersey',
      names: ['Bramble', 'Comet', 'Dot', 'Echo', 'Flint', 'Ginger'],
    },
    {
      name: 'Ewes',
      species: 'sheep',
      purpose: 'reproduction',
      place: 'Top paddock',
      mark: 'UK 0 118 0',
      sex: 'female',
      breed: 'Suffolk',
      names: Array.from({ length: 24 }, (_, index) => `Ewe ${index + 1}`),
    },
  ],
  riverside: [
    {
      name: 'Tejelő csoport',
      species: 'cattle',
      purpose: 'lactation',
      place: '1. istálló',
      mark: 'HU 30 4411 0',
      sex: 'female',
      breed: 'Hungarian Simmental',
      names: ['Rózsi', 'Bimbó', 'Virág', 'Riska', 'Cifra', 'Szellő', 'Őszike', 'Hűséges'],
    },
    {
      name: 'Növendékek',
      species: 'cattle',
      purpose: 'growing',
      place: '2. istálló',
      mark: 'HU 30 4411 7',
      sex: 'female',
      breed: 'Hungarian Simmental',
      names: ['Manci', 'Pötyi', 'Zsömle'],
    },
  ],
}

export type Registers = {
  locationIds: Map<string, number>
  vehicleIds: Map<string, number>
  groupIds: Map<string, number>
}

/** A company's places, vehicles and groups by the calls of its manager, and the animals, as a file brings them. */
export async function seedRegisters(
  filling: Filling,
  company: Farm,
  manager: Person,
  at: Date,
  chance: Chance,
): Promise<Registers> {
  const { companyId } = manager
  const asManager = <T>(work: Parameters<typeof actAs<T>>[3]) => actAs(filling, manager, at, work)
  const locationIds = new Map<string, number>()
  const addPlaces = async (list: Place[], parentId: number | null): Promise<void> => {
    for (const { inside, ...place } of list) {
      const { id } = await asManager(ctx => createLocation({ ...place, parentId, alsoResponsibleIds: [] }, ctx))
      locationIds.set(place.name, id)
      await addPlaces(inside ?? [], id)
    }
  }
  await addPlaces(places[company], null)

  const vehicleIds = new Map<string, number>()
  for (const vehicle of fleet[company])
    vehicleIds.set(vehicle.name, (await asManager(ctx => createVehicle(vehicle, ctx))).id)

  const groupIds = new Map<string, number>()
  for (const group of groups[company]) {
    const { name, species, purpose, place } = group
    const locationId = locationIds.get(place) ?? null
    const { id } = await asManager(ctx => createAnimalGroup({ name, species, purpose, locationId }, ctx))
    groupIds.set(name, id)
    await filling.db.insert(animals).values(
      group.names.map((animal, index) => ({
        companyId,
        name: animal,
        identifier: `${group.mark}${String(index + 1).padStart(4, '0')}`,
        species,
        sex: group.sex,
        breed: group.breed,
        birthDate: birthDate(filling.now, group.purpose === 'rearing' || group.purpose === 'growing', chance),
        animalGroupId: id,
        locationId,
      })),
    )
  }
  return { locationIds, vehicleIds, groupIds }
}

/** Responsible people of places: the first of each, and others with them. */
export async function seedResponsible(
  db: Database,
  locationIds: ReadonlyMap<string, number>,
  people: Record<string, number[]>,
): Promise<void> {
  for (const [place, [responsibleId = null, ...alsoResponsibleIds]] of Object.entries(people))
    await db
      .update(locations)
      .set({ responsibleId, alsoResponsibleIds })
      .where(eq(locations.id, locationIds.get(place) ?? 0))
}

function birthDate(now: Date, young: boolean, chance: Chance): string {
  const days = young ? chance.between(20, 300) : chance.between(900, 3000)
  return dayFrom(now, -days)
}
