import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { Page } from '#shared/lib/paging.ts'
import type { CurrentStatus, StatusFinding } from '#shared/subjects/contract.ts'
import type { SubjectStatus, SubjectType } from '#shared/subjects/registry.ts'
import { api } from '../api.ts'

/** The calls of each register, for what treats them alike. */
export const registerApis = {
  animal: api.animals,
  animal_group: api.animalGroups,
  location: api.locations,
  vehicle: api.vehicles,
} satisfies Record<SubjectType, unknown>

/** A row of a register that has a state. */
export type StatedRow = {
  id: number
  name: string
  revision: number
  status: CurrentStatus | null
  archived_at: string | null
}

/** The calls of its register that are about the state. */
export type StatusCalls<Row extends StatedRow = StatedRow> = {
  statuses: {
    query: (input: {
      id: number
      per_page?: 5 | 25 | 100
    }) => UseQueryOptions<Page<StatusFinding>, Error, Page<StatusFinding>, QueryKey>
  }
  setStatus: (input: { id: number; state: SubjectStatus; reason: string }) => Promise<Row>
}
