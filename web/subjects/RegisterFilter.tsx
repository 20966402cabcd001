import type { ComponentProps } from 'react'
import type { SubjectType } from '#shared/subjects/registry.ts'
import { ListFilter } from '../ui/list/ListFilter.tsx'
import { useChoices } from './queries.ts'

type Props = Omit<ComponentProps<typeof ListFilter<unknown>>, 'choices'> & { of: SubjectType }

/** Narrows a list to what belongs to one row of another register. */
export const RegisterFilter = ({ of, ...filter }: Props) => <ListFilter {...filter} choices={useChoices(of)} />
