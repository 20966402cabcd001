import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { SubjectType } from '#shared/subjects/registry.ts'
import { ListFilter } from '../ui/list/ListFilter.tsx'

type Props = Omit<ComponentProps<typeof ListFilter<unknown>>, 'choices'> & { of: SubjectType }

/** Narrows a list to what belongs to one row of another register. It has its place before it has its names. */
export function RegisterFilter({ of, ...filter }: Props) {
  const { data: choices = [] } = useQuery({
    queryKey: ['choices', of],
    queryFn: async () => (await import('./queries.ts')).choicesOf(of),
  })
  return <ListFilter {...filter} choices={choices} />
}
