/** What every list of a register shows a moment after its rows: in one piece. */
import type { SubjectType } from '#shared/subjects/registry.ts'

export { RegisterActions } from '../imports/RegisterActions.tsx'
export { ListEmpty } from '../ui/list/ListEmpty.tsx'
export { ViewBar } from '../views/ViewBar.tsx'
export { SortFilter } from './SortFilter.tsx'
export { SubjectBulkBar } from './SubjectBulkBar.tsx'
export { UnsentRows } from './UnsentRows.tsx'

/** The rows of a register that a list is narrowed to. Read when they are asked for: what keeps names is more than all of this. */
export const choicesOf = async (type: SubjectType) => (await import('./queries.ts')).choicesOf(type)
