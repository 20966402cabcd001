import { use } from 'react'
import type { Submission } from '#shared/submissions/contract.ts'
import { FilterPlace } from '../ui/list/Filters.tsx'
import type { List } from '../ui/list/useList.ts'
import { MoreFilterChips, MoreFilterFields } from './MoreFilterFields.tsx'
import { moreFilters } from './moreFilterNames.ts'

/** What else the list narrows to, in the sheet of all filters; chips say what it is. */
export function MoreFilters({ list }: { list: List<Submission> }) {
  if (use(FilterPlace) === 'sheet') return <MoreFilterFields list={list} />
  return moreFilters.some(name => list.search[name] !== undefined) && <MoreFilterChips list={list} />
}
