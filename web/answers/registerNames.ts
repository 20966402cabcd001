/**
 * The names of a register as this device needs them to be picked without a network: all of them, not a page, kept as
 * the last answer. Of a register they come at once, and after that only what changed.
 */

import { useDebouncedValue } from '@mantine/hooks'
import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query'
import i18n from 'i18next'
import type { RegisterType } from '#shared/forms/registerTypes.ts'
import { toLocale } from '#shared/lib/language.ts'
import type { NamedRow, RegisterNames } from '#shared/subjects/contract.ts'
import { registry } from '#shared/subjects/registry.ts'
import { api } from '../api.ts'
import { offlineQuery } from '../lib/offline/offlineQuery.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { queryClient } from '../lib/queryClient.ts'
import { currentUser } from '../lib/session/session.ts'
import { registerApis } from '../subjects/registerApis.ts'
import { findByMark, type ReadRow, type RegisterName, withChanges } from './registerRows.ts'

/** Names on the device, since when they are known, and how many others there are. Of people no more than the names. */
type Kept = { names: RegisterName[]; since?: string; leftOut?: number }

/** People asked for at once, and rows for some letters. */
const perPage = { all: 100, found: 5 } as const
const maxPages = 50

type Row = {
  id: number
  name: string
  identifier?: string | null
  plate?: string | null
  animal_group_id?: number | null
  parent_id?: number | null
  location_id?: number | null
  withheld_until?: string | null
  other_identifiers?: { value: string }[] | null
}
type Answer = { data: Row[]; meta: { total: number } }

type Asked = { page?: number; per_page: (typeof perPage)[keyof typeof perPage]; search?: string }

const listOf = (type: RegisterType, narrowed: Asked): Promise<Answer> => {
  const asked = { ...narrowed, sort: 'name' } as const
  if (type === 'user')
    return api.companies.members({ id: currentUser()?.company_id ?? 0, offered_for: 'work', ...asked })
  return registerApis[type].list(asked)
}

/** The feature whose query keys it has, so that a change of the register fetches it again. */
const nounOf = (type: RegisterType) => (type === 'user' ? 'companies' : registry[type].feature)

const keptOf = (type: RegisterType) => ({
  queryKey: [nounOf(type), 'names'],
  staleTime: 60_000,
  // Fifty thousand names are not compared one by one.
  structuralSharing: false as const,
  ...offlineQuery('undated', (_, kept) => (type === 'user' ? allPeople() : allOf(type, kept))),
})

/** Reads what earlier versions of the app stored: names alone. */
const namesIn = (kept: Kept | RegisterName[]) => (Array.isArray(kept) ? kept : kept.names)

const unsentNames = (type: RegisterType) =>
  useQueue
    .rowsOf(useQueue.getState().entries, type)
    .map(({ input, title, temporary_id = 0 }) => nameOf({ ...input, name: title, id: temporary_id }))

/**
 * For useQuery: every name of a register, and without a network those that this device saw last; before them what it
 * registered itself.
 */
export const registerNames = (type: RegisterType) => {
  const unsent = unsentNames(type)
  const select = unsent.length === 0 ? namesIn : (kept: Kept) => [...unsent, ...namesIn(kept)]
  return { ...keptOf(type), select } as unknown as UseQueryOptions<RegisterName[], Error, RegisterName[], QueryKey>
}

/** For useQuery: how many rows of a register this device has no names of. */
const namesLeftOut = (type: RegisterType) =>
  ({ ...keptOf(type), select: (kept: Kept) => kept.leftOut ?? 0 }) as unknown as UseQueryOptions<number>

/** Reads them once, outside of a component. */
export const fetchNames = async (type: RegisterType): Promise<RegisterName[]> =>
  namesIn(await queryClient.fetchQuery(keptOf(type) as UseQueryOptions<Kept, Error, Kept, QueryKey>))

/** Reads them once, with those that this device registered itself. */
export const knownNames = async (type: RegisterType): Promise<RegisterName[]> => [
  ...unsentNames(type),
  ...(await fetchNames(type)),
]

/** Searches a register at the server. */
export const searchNames = async (type: RegisterType, search: string): Promise<RegisterName[]> =>
  (await listOf(type, { search, per_page: perPage.found })).data.map(nameOf)

/**
 * For useQuery: what the server finds in a register by some letters, for those of which the device has not all names.
 */
const registerSearch = (type: RegisterType, search: string) =>
  ({
    queryKey: [nounOf(type), 'names', search],
    staleTime: 60_000,
    queryFn: () => searchNames(type, search),
  }) as UseQueryOptions<RegisterName[], Error, RegisterName[], QueryKey>

async function allOf(type: keyof typeof registerApis, kept: () => Promise<unknown>): Promise<Kept> {
  const before = (await kept()) as Kept | undefined
  const answer = await api.registerNames.stream({ type, ...(before?.since && { since: before.since }) })
  const { since, left_out: leftOut, is_whole, rows }: RegisterNames = JSON.parse(await answer.text())
  if (is_whole) return { names: rows.map(named), since, leftOut }
  // Where nothing changed, nothing is kept again either.
  return before && rows.length > 0
    ? { names: withChanges(before.names, rows.map(named), toLocale(i18n.language)), since, leftOut }
    : (before as Kept)
}

const named = ([id, name = '', mark, groupId, placeId, heldUntil, marks]: NamedRow): RegisterName => ({
  id,
  name,
  ...(mark && { mark }),
  ...(marks && { marks }),
  ...(heldUntil && { heldUntil }),
  ...(groupId && { groupId }),
  ...(placeId && { placeId }),
})

async function allPeople(): Promise<Kept> {
  const names: RegisterName[] = []
  for (let page = 1; page <= maxPages; page++) {
    const { data, meta } = await listOf('user', { page, per_page: perPage.all })
    names.push(...data.map(nameOf))
    if (names.length >= meta.total || data.length === 0) break
  }
  return { names: withChanges([], names, toLocale(i18n.language)) }
}

const nameOf = ({ id, name, identifier, plate, ...row }: Row): RegisterName => {
  const place = row.parent_id ?? row.location_id
  const marks = row.other_identifiers?.map(({ value }) => value)
  const rest = [row.withheld_until, marks?.length ? marks : null] as const
  return named([id, name, identifier || plate, row.animal_group_id, place, ...rest])
}

/**
 * How many rows of some registers this device has no names of, and those that the server finds among them by what was
 * typed.
 */
export function useLeftOut<Type extends RegisterType>(
  types: readonly Type[],
  typed: string,
): { leftOut: number; found: ReadRow<Type>[] } {
  const [search] = useDebouncedValue(typed.trim(), 250)
  const counts = useQueries({ queries: types.map(namesLeftOut) }).map(({ data = 0 }) => data)
  const answers = useQueries({
    queries: types.map((type, index) => ({
      ...registerSearch(type, search),
      enabled: (counts[index] ?? 0) > 0 && search !== '',
    })),
  })
  return {
    leftOut: counts.reduce((sum, count) => sum + count, 0),
    found: types.flatMap((type, index) => answers[index]?.data?.map(row => ({ ...row, type })) ?? []),
  }
}

/**
 * The one row of these registers that is known by what a reader typed: among the names on this device first, without a
 * network too, then among all that there are. Nothing where it is none, or more than one.
 */
export async function findRead<Type extends RegisterType>(
  types: readonly Type[],
  typed: string,
  isOffered: (row: RegisterName) => boolean = () => true,
): Promise<ReadRow<Type> | undefined> {
  const among = async (namesOf: (type: Type) => Promise<readonly RegisterName[]>) => {
    const found = await Promise.all(
      types.map(async type => {
        const row = findByMark((await namesOf(type)).filter(isOffered), typed)
        return row ? [{ ...row, type }] : []
      }),
    )
    const [one, ...more] = found.flat()
    return more.length === 0 ? one : undefined
  }
  // Who may not read a register is not offered its rows; without a network there is nobody to ask.
  const none = (): RegisterName[] => []
  return (await among(type => knownNames(type).catch(none))) ?? among(type => searchNames(type, typed).catch(none))
}
