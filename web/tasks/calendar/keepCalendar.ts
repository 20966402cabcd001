import { formatsOf } from '#shared/lib/formats.ts'
import { api } from '../../api.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { daysAround, stepFrom } from './range.ts'

/**
 * Brings the own calendar of this month and the next onto the device, asked for as its page asks: at least the 28 days
 * to come.
 */
export async function keepCalendar(company_id: number): Promise<void> {
  const { time_zone } = await queryClient.fetchQuery(api.companies.get.query({ id: company_id }))
  const today = formatsOf('en', time_zone).dayOf(Date.now())
  for (const date of [today, stepFrom('month', today, 1)])
    await queryClient.fetchQuery(api.tasks.calendar.query({ company_id, ...daysAround('month', date) }))
}
