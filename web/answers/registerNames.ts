/**
 * The names of a register as this device needs them to be picked without a network: all of them, not a page, kept as the last answer.
 */
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { RegisterType } from '#shared/forms/registerTypes.ts'
import { registry } from '#shared/subjects/registry.ts'
import { companiesApi } from '../companies/api.ts'
import { copied } from '../lib/offline/copied.ts'
import { currentUser } from '../lib/session/session.ts'
import { registerApis } from '../subjects/registerApis.ts'

/** `mark` is what else it is known by, such as the ear tag or the plate; `groupId` the group of an animal, `placeId` the place that it is in, `heldUntil` the day until which something of it must not be sold. */
export type RegisterName = {
  id: number
  name: string
  mark?: string
  groupId?: number
  placeId?: number
  heldUntil?: string
}

type Row = {
  id: number
  name: string
  identifier?: string | null
  plate?: string | null
  animal_group_id?: number | null
  parent_id?: number | null
  location_id?: number | null
  withheld_until?: string | null
}
type Answer = { data: Row[]; meta: { total: number } }

/** No phone is filled with more names of a register; the others are found by asking the server. */
const mostPages = 50
const pageSize = 100 as const
type Asked = { page?: number; per_page: typeof pageSize }

const listOf = (type: RegisterType, narrowed: Asked): Promise<Answer> => {
  const asked = { ...narrowed, sort: 'name' } as const
  if (type === 'user')
    return companiesApi.members({ id: currentUser()?.company_id ?? 0, offered_for: 'work', ...asked })
  return registerApis[type].list(asked)
}

/** The noun whose queries it is among, by which whoever changes a register has it fetched again. */
const nounOf = (type: RegisterType) => (type === 'user' ? 'companies' : registry[type].noun)

/** For useQuery: every name of a register, and without a network those that this device saw last. */
export const registerNames = (type: RegisterType) =>
  ({
    queryKey: [nounOf(type), 'names'],
    staleTime: 60_000,
    ...copied('undated', () => all(page => listOf(type, { page, per_page: pageSize }))),
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

export const nameOf = ({
  id,
  name,
  identifier,
  plate,
  animal_group_id,
  parent_id,
  location_id,
  withheld_until,
}: Row): RegisterName => ({
  id,
  name,
  ...(identifier && { mark: identifier }),
  ...(plate && { mark: plate }),
  ...(withheld_until && { heldUntil: withheld_until }),
  ...(animal_group_id && { groupId: animal_group_id }),
  ...((parent_id ?? location_id) && { placeId: (parent_id ?? location_id) as number }),
})
