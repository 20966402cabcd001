import { useMediaQuery } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { taskKinds } from '#shared/tasks/rules.ts'
import { useChangeSearch } from '../../lib/listSearch.ts'
import { useCompanyFormat } from '../../shell/company.ts'
import { calendarViews, daysAround, stepFrom } from './range.ts'

/** What ends and is no task; the filter of kinds offers each beside the kinds of tasks. */
export const endingSources = ['withhold', 'paper'] as const

type Search = { view?: string; date?: string; user_id?: string; subject?: string; kind?: string; done?: string }

/** What the address says of the calendar: its view, its date, and what it is narrowed to. */
export function useCalendarSearch() {
  const search = useSearch({ strict: false }) as Search
  const changeSearch = useChangeSearch()
  const change = (changes: Search) => changeSearch(changes)
  const format = useCompanyFormat()
  const isNarrow = useMediaQuery('(max-width: 600px)', window.innerWidth <= 600, { getInitialValueInEffect: false })
  const view = calendarViews.find(one => one === search.view) ?? (isNarrow ? 'list' : 'week')
  const dateOf = ({ date = '' }: Search) => (/^\d{4}-\d\d-\d\d$/.test(date) ? date : format.dayOf(Date.now()))
  const date = dateOf(search)
  const [type, id] = (search.subject ?? '').split('-') as [SubjectType, string?]
  const subject = subjectTypes.includes(type) && Number(id) > 0 ? { type, id: Number(id) } : null
  const kind = taskKinds.find(one => one === search.kind)
  const only = endingSources.find(one => one === search.kind)
  return {
    ...{ view, date, isNarrow, subject, kind, only, user_id: Number(search.user_id) || undefined },
    /** Shows done entries as well, which are folded otherwise. */
    withDone: search.done === 'shown',
    range: {
      ...daysAround(view, date),
      ...(kind && { kind }),
      ...(subject && { subject_type: subject.type, subject_id: subject.id }),
    },
    change,
    /** Shows what comes before or after, from where one has stepped last. */
    step: (by: 1 | -1) => changeSearch((last: Search) => ({ date: stepFrom(view, dateOf(last), by) })),
  }
}
