/**
 * The names of a register as this device needs them to be picked without a network: all of them, not a page, kept as the last answer.
 */
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { copied } from '../../lib/offline/copied.ts'
import { currentUser } from '../../lib/session.ts'

export type RegisterType = 'animal' | 'animal_group' | 'location' | 'vehicle' | 'user'
/** `mark` is what else it is known by, such as the ear tag or the plate; `groupId` the group of an animal. */
export type RegisterName = { id: number; name: string; mark?: string; groupId?: number }

type Row = {
  id: number
  name: string
  identifier?: string | null
  plate?: string | null
  animal_group_id?: number | null
}
type Answer = { data: Row[]; meta: { total: number } }

/** No phone is filled with more. */
const mostPages = 50
const pageSize = 100

const lists: Record<RegisterType, (page: number) => Promise<Answer>> = {
  animal: page => api.animals.list({ page, per_page: pageSize, sort: 'name' }),
  animal_group: page => api.animalGroups.list({ page, per_page: pageSize, sort: 'name' }),
  location: page => api.locations.list({ page, per_page: pageSize, sort: 'name' }),
  vehicle: page => api.vehicles.list({ page, per_page: pageSize, sort: 'name' }),
  user: page => api.companies.members({ id: currentUser()?.company_id ?? 0, page, per_page: pageSize, sort: 'name' }),
}

/** The nouns of `api`, by which whoever changes a register has it fetched again. */
const nouns: Record<RegisterType, string> = {
  animal: 'animals',
  animal_group: 'animalGroups',
  location: 'locations',
  vehicle: 'vehicles',
  user: 'companies',
}

/** For useQuery: every name of a register, and without a network those that this device saw last. */
export const registerNames = (type: RegisterType) =>
  ({
    queryKey: [nouns[type], 'names'],
    staleTime: 60_000,
    ...copied('undated', () => all(lists[type])),
  }) as UseQueryOptions<RegisterName[], Error, RegisterName[], QueryKey>

async function all(list: (page: number) => Promise<Answer>): Promise<RegisterName[]> {
  const names: RegisterName[] = []
  for (let page = 1; page <= mostPages; page++) {
    const { data, meta } = await list(page)
    names.push(...data.map(nameOf))
    if (names.length >= meta.total || data.length === 0) break
  }
  return names.sort((one, other) => inOrder.compare(one.name, other.name))
}

/** Ewe 9 comes before Ewe 10. */
const inOrder = new Intl.Collator(undefined, { numeric: true })

const nameOf = ({ id, name, identifier, plate, animal_group_id }: Row): RegisterName => ({
  id,
  name,
  ...(identifier && { mark: identifier }),
  ...(plate && { mark: plate }),
  ...(animal_group_id && { groupId: animal_group_id }),
})
