import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useUser } from '../../lib/session/session.ts'
import { Calendar } from './Calendar.tsx'
import { maxOfDay } from './range.ts'
import { useCalendarSearch } from './useCalendarSearch.ts'

/** What the person has to do, by days. */
export function OwnCalendarPage() {
  const { range } = useCalendarSearch()
  const company_id = useUser()?.company_id ?? 0
  const entries = useQuery({ ...api.tasks.calendar.query({ company_id, ...range }), enabled: company_id > 0 })
  return <Calendar entries={entries} isOwn />
}

/** What everybody has to do, by days. */
export function CompanyCalendarPage() {
  const { range, view, user_id } = useCalendarSearch()
  const company_id = useUser()?.company_id ?? 0
  const entries = useQuery({
    ...api.tasks.companyCalendar.query({
      ...{ company_id, ...range, per_day: maxOfDay[view] },
      ...(user_id && { user_id }),
    }),
    enabled: company_id > 0,
  })
  return <Calendar entries={entries} />
}
