import { type Expectation, employees, history, managers, own, register, uuid } from '../expectation.ts'

export const registers: Record<string, Expectation> = {
  ...register('locations', 'place', employees, managers, { name: 'Here', type: 'pen' }),
  'placeTree.tree': { may: employees, row: its => ({ inside: its.place }) },
  'placeTree.sites': { may: employees },
  'placeTree.labelSheet': { may: employees, row: its => ({ ids: String(its.place) }) },
  'mapPicture.get': { may: employees },
  'mapPicture.set': {
    may: managers,
    row: () => ({ file_uuid: uuid, description: 'The farm', north: 2, south: 1, east: 2, west: 1 }),
    unless: 'invalid',
  },
  'mapPicture.remove': { may: managers },
  ...register('vehicles', 'vehicle', employees, managers, { name: 'Old van', type: 'van' }),
  ...register('animalGroups', 'group', employees, managers, { name: 'Flock' }),
  ...register('animals', 'animal', employees, managers, { name: 'Dora', species: 'cattle' }),

  'animals.merge': { may: managers, row: its => ({ id: its.animal, duplicate_id: its.animal }) },
  'animals.unmerge': { may: managers, row: its => ({ id: its.animalMerge }) },

  'timeline.ofAnimal': { may: employees, row: its => ({ id: its.animal }) },
  'timeline.ofGroup': { may: employees, row: its => ({ id: its.group }) },

  'search.find': { ...own, row: () => ({ q: 'dora' }) },

  ...history('animalEvents', 'animal'),
  ...history('groupEvents', 'group'),
  'groupEvents.counts': { may: employees, row: its => ({ id: its.group }) },
  'groupEvents.members': { may: employees, row: its => ({ id: its.group, on: '2026-01-05' }) },
  'groupEvents.move': {
    may: employees,
    row: (its, mine) => ({ id: its.group, location_id: mine.place, day: '2026-01-05' }),
  },
  // A worker changes what they recorded themselves; this one the manager did.
  'animalEvents.get': { may: employees, row: its => ({ id: its.animalEvent }) },
  'animalEvents.update': { may: managers, row: its => ({ id: its.animalEvent, note: 'Seen again' }) },
  'animalEvents.remove': { may: managers, row: its => ({ id: its.animalEvent }) },
  'animalEvents.restore': { may: managers, row: its => ({ id: its.animalEvent }) },
  'papers.list': { may: employees },
  'papers.create': { may: managers, row: its => ({ kind: 'insurance', vehicle_id: its.vehicle }) },
  'papers.update': { may: managers, row: its => ({ id: its.paper, number: 'P 1' }) },
  'papers.remove': { may: managers, row: its => ({ id: its.paper }) },
  'papers.restore': { may: managers, row: its => ({ id: its.paper }) },
  'vehicleLog.list': { may: employees, row: its => ({ id: its.vehicle }) },
  'vehicleLog.events': { may: employees, row: its => ({ id: its.vehicle }) },
  'vehicleLog.createEvent': {
    may: employees,
    row: its => ({ id: its.vehicle, kind: 'odometer', day: '2026-01-05', kilometres: 10, reason: 'Changed' }),
  },
  'vehicleLog.write': {
    may: employees,
    row: its => ({
      ...{ vehicle_id: its.vehicle, uuid: crypto.randomUUID(), kind: 'odometer', day: '2026-01-05' },
      ...{ kilometres: 10, reason: 'Changed' },
    }),
  },
  'vehicleLog.use': { may: employees, row: its => ({ id: its.vehicle }) },
  'vehicleLog.plan': {
    may: managers,
    row: its => ({ vehicle_id: its.vehicle, name: 'Oil', every_months: 12 }),
  },
  'vehicleLog.book': {
    may: employees,
    row: its => ({ vehicle_id: its.vehicle, from: '2026-01-01', until: '2026-12-31', format: 'xlsx' }),
  },
  'animalEvents.ending': { may: employees, row: () => ({ start_date: '2026-01-01', end_date: '2026-02-01' }) },
  'animalEvents.medicines': { may: employees },
  'animalEvents.endWithhold': { may: managers, row: its => ({ id: its.withhold }) },
}
