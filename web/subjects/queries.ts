import type { SubjectType } from '#shared/subjects/registry.ts'
import { fetchNames } from '../answers/registerNames.ts'

/** The rows of a register by name, to narrow a list to one of them or to put many rows there: all that this device has names of. */
export const choicesOf = async (type: SubjectType): Promise<{ value: string; label: string }[]> =>
  (await fetchNames(type)).map(({ id, name }) => ({ value: String(id), label: name }))
