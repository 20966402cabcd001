import { useQuery } from '@tanstack/react-query'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { registerNames } from '../answers/registerNames.ts'
import { useAbility } from '../lib/ability.tsx'

/** The rows of a register by name, to narrow a list to one of them or to put many rows there: all that this device has names of. */
export function useChoices(type: SubjectType | undefined): { value: string; label: string }[] {
  const can = useAbility()
  const { data = [] } = useQuery({
    ...registerNames(type ?? 'location'),
    enabled: type !== undefined && can('read', registry[type].subject),
  })
  if (!type) return []
  return data.filter(({ id }) => id > 0).map(({ id, name }) => ({ value: String(id), label: name }))
}
