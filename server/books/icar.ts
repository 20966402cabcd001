/** Our rows as resources of ICAR's Animal Data Exchange, by the names and words of its schemas. */
import { consignmentCounts } from '#shared/animal-events/counts.ts'
import type { EventDetails } from '#shared/animal-events/details.ts'
import type { WithheldProduct } from '#shared/animal-events/rules.ts'
import type { animalEvents } from '../animals/eventTable.ts'
import type { animalGroups, animals } from '../animals/table.ts'

type Animal = typeof animals.$inferSelect
type Group = typeof animalGroups.$inferSelect
type Event = typeof animalEvents.$inferSelect

/** Scheme of rows without an official one: our own numbers. */
export const ownScheme = 'tend'
const own = ownScheme
const source = 'tend'

const identifierOf = ({ id, identifier }: Animal) =>
  identifier ? { scheme: `${own}.identifier`, id: identifier } : { scheme: `${own}.animal`, id: String(id) }

const metaOf = ({
  id,
  createdAt,
  updatedAt,
  archivedAt,
}: Pick<Animal, 'id' | 'createdAt' | 'updatedAt' | 'archivedAt'>) => ({
  ...{ source, sourceId: String(id), isDeleted: archivedAt !== null },
  ...{ created: createdAt.toISOString(), modified: updatedAt.toISOString() },
})

/** Without a word of its own in ICAR it is left out, and our word said beside. */
const species: Record<string, string> = {
  ...{ cattle: 'Cattle', sheep: 'Sheep', goat: 'Goat', pig: 'Pig', horse: 'Horse', deer: 'Deer', buffalo: 'Buffalo' },
}
const genders = {
  ...{ female: 'Female', female_neuter: 'FemaleNeuter', male: 'Male', male_neuter: 'MaleNeuter', unknown: 'Unknown' },
}

/** ICAR has a word for these. */
const purposes: Record<string, string> = { milk: 'Milk', meat: 'Meat', wool: 'Wool' }

const statuses = { alive: 'Alive', off_farm: 'OffFarm', dead: 'Dead' }

export const animalResource = (animal: Animal) => ({
  resourceType: 'icarAnimalCoreResource',
  meta: metaOf(animal),
  identifier: identifierOf(animal),
  alternativeIdentifiers: animal.identifier ? [{ scheme: `${own}.animal`, id: String(animal.id) }] : [],
  specie: species[animal.species] ?? animal.species,
  gender: genders[animal.sex],
  ...(animal.birthDate && { birthDate: moment(animal.birthDate) }),
  name: animal.name,
  ...(animal.breed && { primaryBreed: { scheme: `${own}.breed`, id: animal.breed } }),
  ...(purposes[animal.productionPurpose ?? ''] && { productionPurpose: purposes[animal.productionPurpose ?? ''] }),
  status: statuses[animal.lifeStatus],
})

/** ICAR knows moments only: a day is its beginning. */
const moment = (day: string) => `${day}T00:00:00Z`

const arrivalReasons = {
  ...{ purchase: 'Purchase', transfer: 'InternalTransfer', import: 'Imported', stud_service: 'StudService' },
  ...{ agistment: 'Agistment', show: 'Show', return: 'SaleReturn', other: 'Other' },
}
const departureKinds = {
  ...{
    slaughter: 'Slaughter',
    sale: 'Sale',
    transfer: 'InternalTransfer',
    export: 'Export',
    stud_service: 'StudService',
  },
  ...{ agistment: 'Agistment', show: 'Show', return: 'SaleReturn', other: 'Other' },
}
/** Our word for one of ICAR's; another is another reason. */
export const arrivalReasonOf = (word: string | null | undefined) =>
  word ? (keyOf(arrivalReasons, word) ?? 'other') : null
export const departureReasonOf = (word: string | null | undefined) => keyOf(departureKinds, word) ?? 'other'

const keyOf = <Key extends string>(words: Record<Key, string>, word: string | null | undefined): Key | undefined =>
  (Object.keys(words) as Key[]).find(key => words[key] === word)

const departureReasons: Record<string, string> = { slaughter: 'Slaughter', sale: 'Sale' }
const deathReasons: Record<string, string> = {
  ...{ disease: 'Disease', accident: 'Accident', parturition: 'Parturition', culled: 'Culled', missing: 'Missing' },
}
const disposals = {
  ...{ approved_service: 'ApprovedService', consumption: 'Consumption', on_premise: 'OnPremise', other: 'Other' },
}
const pregnancyResults = { pregnant: 'Pregnant', empty: 'Empty', unsure: 'Unknown' }
const products: Record<WithheldProduct, string> = { milk: 'Milk', meat: 'Meat', eggs: 'Eggs' }

/** Events without a counterpart in ICAR. */
export const notExchanged = ['count', 'product_sale'] as const
type NotExchanged = (typeof notExchanged)[number]

/** The part of each resource's name between `icar` and `EventResource`. */
const names = {
  ...{ arrival: 'MovementArrival', departure: 'MovementDeparture', death: 'MovementDeath', birth: 'ReproParturition' },
  ...{ join_group: 'AnimalSetJoin', leave_group: 'AnimalSetLeave', treatment: 'Treatment', vaccination: 'Treatment' },
  ...{ weight: 'Weight', observation: 'Remark', service: 'ReproInsemination', dry_off: 'MilkingDryOff' },
  ...{ pregnancy_check: 'ReproPregnancyCheck', move: 'PositionObservation' },
} as const satisfies Record<Exclude<EventDetails['type'], NotExchanged>, string>

/** One event; of a whole group as ICAR's group event with how many it was. */
export function eventResource(event: Event, animal: Animal | null, group: Group | null) {
  const { details } = event
  const ofGroup = {
    groupMethod: 'ExistingAnimalSet',
    animalSetReference: setOf(event.animalGroupId, group?.name),
    ...(event.headCount !== null && { countObserved: event.headCount }),
  }
  return {
    resourceType: `icar${animal ? '' : 'Group'}${names[details.type as keyof typeof names]}EventResource`,
    meta: metaOf(event),
    id: String(event.id),
    eventDateTime: moment(event.day),
    ...(animal ? { animal: identifierOf(animal) } : ofGroup),
    ...(event.locationId !== null && { location: { scheme: `${own}.location`, id: String(event.locationId) } }),
    ...fieldsOf(details, event),
    ...(event.note && { remark: event.note }),
  }
}

function fieldsOf(details: EventDetails, event: Event): object {
  switch (details.type) {
    case 'arrival':
      return {
        ...(details.reason && { arrivalReason: arrivalReasons[details.reason] }),
        ...consignment(details, event, { originAddress: details.other_holding }),
      }
    case 'departure':
      return {
        departureKind: departureKinds[details.reason],
        departureReason: departureReasons[details.reason] ?? 'Other',
        ...consignment(details, event, { destinationAddress: details.other_holding }),
      }
    case 'join_group':
      return { animalSetReference: setOf(event.joinedGroupId) }
    case 'birth':
      return { liveProgeny: details.born_alive, totalProgeny: details.born_alive + details.born_dead }
    case 'death':
      return {
        deathReason: deathReasons[details.reason ?? ''] ?? (details.reason ? 'Other' : 'Unknown'),
        ...(details.disposal && { disposalMethod: disposals[details.disposal] }),
      }
    case 'treatment':
    case 'vaccination':
      return treatment(details)
    case 'weight':
      return { weight: { measurement: details.kilograms, units: 'KGM' } }
    case 'service':
      return details.sire ? { sireOfficialName: details.sire } : {}
    case 'pregnancy_check':
      return { result: pregnancyResults[details.result] }
    default:
      return {}
  }
}

const treatment = (details: Extract<EventDetails, { type: 'treatment' | 'vaccination' }>) => ({
  medicine: { name: details.medicine },
  ...(details.type === 'vaccination' && { procedure: 'Vaccination' }),
  ...(details.batch && { batches: [{ identifier: details.batch }] }),
  ...(details.dose && doseOf(details.dose)),
  ...(details.type === 'treatment' && {
    withdrawals: (details.withdrawals ?? []).map(({ product, until }) => ({
      productType: products[product],
      endDate: moment(until),
    })),
    ...(details.veterinarian && { responsible: details.veterinarian }),
  }),
})

/**
 * Origin or destination, with the document that goes along. ICAR has no fields for what both sides counted, so ours
 * are added where both did.
 */
function consignment(
  details: Extract<EventDetails, { type: 'arrival' | 'departure' }>,
  { headCount }: Event,
  holding: Record<string, string | null | undefined>,
): object {
  const said = Object.fromEntries(Object.entries(holding).filter(([, name]) => name))
  const { sent = null, received = null } = consignmentCounts(details, headCount) ?? {}
  const counts = sent !== null && received !== null ? { sentCount: sent, receivedCount: received } : {}
  const paper = details.document ? { id: { scheme: `${own}.document`, id: details.document } } : {}
  const all = { ...paper, ...said, ...counts }
  return Object.keys(all).length === 0 ? {} : { consignment: all }
}

const setOf = (id: number | null, name?: string) => ({
  identifier: { scheme: `${own}.animal_group`, id: String(id) },
  ...(name && { name }),
})

/** UN/CEFACT's codes of the units that people write behind a dose. */
const units: Record<string, string> = { ml: 'MLT', cm3: 'CMQ', l: 'LTR', mg: 'MGM', g: 'GRM' }

/** ICAR has a number and a unit; other inputs go into the comment. */
export function doseOf(typed: string): { dose: object } | { comment: string } {
  const [, quantity = '', unit = ''] = /^(\d+(?:[.,]\d+)?)\s*(ml|cm3|l|mg|g)$/i.exec(typed.trim()) ?? []
  const doseUnits = units[unit.toLowerCase()]
  return doseUnits ? { dose: { doseQuantity: Number(quantity.replace(',', '.')), doseUnits } } : { comment: typed }
}
