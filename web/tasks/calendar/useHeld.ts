import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { NamedWithhold } from '#shared/animal-events/contract.ts'
import { animalEventsApi } from '../../animal-events/api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { useCalendarSearch } from './useCalendarSearch.ts'

const none = new Map<string, NamedWithhold>()

/** What must not be sold for the last time on one of the days that are shown, by the key of its mark. */
export function useHeld(): ReadonlyMap<string, NamedWithhold> {
  const { range, kind, subject } = useCalendarSearch()
  const isOf = !subject || subject.type === 'animal' || subject.type === 'animal_group'
  // Whoever looks for tasks of one kind looks for no withholds.
  const isWanted = useAbility()('read', 'Animal') && isOf && !kind
  const { start_date, end_date } = range
  const { data } = useQuery({
    ...animalEventsApi.ending.query({
      ...{ start_date, end_date },
      ...(subject?.type === 'animal' && { animal_id: subject.id }),
      ...(subject?.type === 'animal_group' && { animal_group_id: subject.id }),
    }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  return isWanted && data ? new Map(data.map(one => [`held ${one.id}`, one])) : none
}

/** Where the animal or the group stands. */
export const pageOf = ({ animal_id, animal_group_id }: NamedWithhold): string =>
  animal_id === null ? `/animals/groups/${animal_group_id}` : `/animals/${animal_id}`
