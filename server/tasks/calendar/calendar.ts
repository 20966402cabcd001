/**
 * The calendar: what people have, as it was made for them, and what is to come, worked out from the rules. An occurrence stands in it once,
 * however many people have it.
 */
import { Problem } from '#shared/lib/problem.ts'
import { type CalendarEntry, maxCalendarEntries } from '#shared/tasks/calendar.ts'
import { findCompany } from '../../companies/queries.ts'
import type { Context } from '../../lib/context.ts'
import { permitted } from '../../lib/registers/accessible.ts'
import { comingEntries } from './coming.ts'
import { byStart, type DatedThings, daysOf, type Range } from './days.ts'
import { madeEntries } from './made.ts'

/** All that gives dated things; what other features have of them comes to this list. */
const sources: DatedThings[] = [madeEntries, comingEntries]

/** What the caller has and will have. */
export async function ownCalendar(ctx: Context, range: Range): Promise<CalendarEntry[]> {
  if (range.companyId !== ctx.actor.companyId) throw new Problem('not_found')
  return entries(ctx, { ...range, userId: ctx.actor.id })
}

/** What everybody of a company has and will have. */
export async function companyCalendar(ctx: Context, range: Range): Promise<CalendarEntry[]> {
  permitted(ctx, 'read', 'Company', await findCompany(ctx.db, range.companyId))
  return entries(ctx, range)
}

/** The first of each day, the last of them saying whether more of the day is left out behind it. */
async function entries(ctx: Context, range: Range): Promise<CalendarEntry[]> {
  const days = await daysOf(ctx, range)
  const found: Awaited<ReturnType<DatedThings>>[] = []
  for (const source of sources) found.push(await source(ctx, range, days))
  const all: CalendarEntry[] = []
  for (let day = 0; day < days.starts.length - 1; day++) {
    const ofDay = found.flatMap(of => of[day] ?? []).sort(byStart)
    const shown = ofDay.slice(0, days.perDay)
    const last = shown.at(-1)
    if (last) last.is_cut = ofDay.length > shown.length
    all.push(...shown)
  }
  return all.slice(0, maxCalendarEntries)
}
