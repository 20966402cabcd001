import type { SubjectRef } from '#shared/subjects/subjects.ts'
import type { Context } from '../../lib/context.ts'
import { occurrenceRow } from '../making.ts'
import type { tasks } from '../table.ts'

type Task = typeof tasks.$inferSelect
type Subjects = Map<number, (SubjectRef & { name?: string })[]>
type End = { how: 'done' | 'skipped' | 'open' }

/** What an event says of a task, in the language of its reader: a mark before what was done, what it is about, until when it is to be done. */
export function eventText({ services, locale }: Pick<Context, 'services' | 'locale'>, subjects: Subjects) {
  const t = services.texts(locale)
  return (task: Task, start: Date, { how }: End) => {
    const { dueAt } = occurrenceRow(task, start)
    const clock = new Intl.DateTimeFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, {
      ...{ timeZone: task.timezone, hour: '2-digit', minute: '2-digit' },
      // Of what repeats, the day is another each time.
      ...(task.recurrence === null && { day: 'numeric', month: 'long' }),
    })
    const isSameDay = localDay(start, task.timezone) === localDay(dueAt, task.timezone)
    const names = (subjects.get(task.id) ?? []).flatMap(({ name }) => (name ? [name] : []))
    const lines = [
      task.description ?? '',
      names.length > 0 ? t('feeds.about', { names: names.join(', ') }) : '',
      task.recurrence === null || isSameDay ? t('feeds.due', { when: clock.format(dueAt) }) : '',
    ]
    return {
      title: how === 'done' ? `✓ ${task.title}` : task.title,
      description: lines.filter(Boolean).join('\n'),
    }
  }
}

const localDay = (moment: Date, timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment)
