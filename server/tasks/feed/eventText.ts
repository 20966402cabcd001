import { localDay } from '#shared/lib/localTime.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import type { Context } from '../../lib/context.ts'
import { occurrenceRow } from '../making.ts'
import type { tasks } from '../table.ts'

type Task = typeof tasks.$inferSelect
export type Subjects = Map<number, (SubjectRef & { name?: string })[]>
type End = { how: 'done' | 'skipped' | 'open' }

/** What an event says of a task, in the language of its reader: a mark before what was done, what it is about, until when it is to be done. */
export function eventText({ services, locale }: Pick<Context, 'services' | 'locale'>, subjects: Subjects) {
  const t = services.texts(locale)
  const clockOf = keeping(
    (timeZone, withDay) =>
      new Intl.DateTimeFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, {
        ...{ timeZone, hour: '2-digit', minute: '2-digit' },
        ...(withDay && { day: 'numeric', month: 'long' }),
      }),
  )
  return (task: Task, start: Date, { how }: End) => {
    const { dueAt } = occurrenceRow(task, start)
    // Of what repeats, the day is another each time.
    const clock = clockOf(task.timezone, task.recurrence === null)
    const isSameDay = localDay(start, task.timezone) === localDay(dueAt, task.timezone)
    const names = (subjects.get(task.id) ?? []).flatMap(({ name }) => (name ? [name] : []))
    const lines = [
      task.description ?? '',
      names.length > 0 ? t('feeds.about', { names: names.join(', ') }) : '',
      task.recurrence === null || isSameDay ? t('feeds.due', { when: clock.format(dueAt) }) : '',
    ]
    const title = titleIn(task, locale)
    return {
      title: how === 'done' ? `✓ ${title}` : title,
      description: lines.filter(Boolean).join('\n'),
    }
  }
}

/** Formats take longer to make than to use: one for each zone. */
function keeping(make: (timeZone: string, withDay: boolean) => Intl.DateTimeFormat) {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string, withDay: boolean): Intl.DateTimeFormat => {
    const key = `${timeZone} ${withDay}`
    const format = known.get(key) ?? make(timeZone, withDay)
    known.set(key, format)
    return format
  }
}
