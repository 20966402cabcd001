import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { localTime } from '#shared/lib/localTime.ts'
import { roles } from '#shared/lib/roles.ts'
import { priorities } from '#shared/lib/taskFields.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import type { Task, tasks } from '#shared/tasks/contract.ts'
import type { EditScope } from '#shared/tasks/rules.ts'
import { useFormat } from '../../lib/format.ts'
import { ordinalOf, type Rule, readRule, weekdayOf, weekdays } from './rule.ts'
import { partsOf, presetOf } from './wallTime.ts'

/** What the form of a task holds: what is sent, and the names of what was picked. */
export type TaskValues = Pick<
  Task,
  | 'title'
  | 'titles'
  | 'priority'
  | 'starts_at'
  | 'due_after'
  | 'assignees'
  | 'subjects'
  | 'recurrence'
  | 'counted_from'
  | 'kind'
  | 'done_by'
  | 'per_subject'
  | 'opens_before'
  | 'late_for'
  | 'missed'
  | 'verify_after_days'
> & {
  description: string | null
  form_id: number | null
  guide_id: number | null
}

/** How long before or after, as the editor offers it. */
export const lateTimes = ['PT1H', 'PT4H', 'P1D', 'P3D', 'P7D'] as const

/** The values of a task, or of a new one that is to be done today. */
export const valuesOf = (task: Task | undefined, timeZone: string | undefined): TaskValues => ({
  ...presetOf('today', Date.now(), timeZone),
  ...(task && { due_after: task.due_after, starts_at: task.starts_at.slice(0, 16) }),
  title: task?.title ?? '',
  titles: task?.titles ?? null,
  description: task?.description ?? null,
  priority: task?.priority ?? 'normal',
  assignees: task?.assignees ?? [],
  form_id: task?.form_id ?? null,
  guide_id: task?.guide_id ?? null,
  subjects: task?.subjects ?? [],
  recurrence: task?.recurrence ?? null,
  counted_from: task?.counted_from ?? 'calendar',
  kind: task?.kind ?? 'check',
  done_by: task?.done_by ?? 'everyone',
  per_subject: task?.per_subject ?? false,
  opens_before: task?.opens_before ?? null,
  late_for: task?.late_for ?? null,
  missed: task?.missed ?? 'keep',
  verify_after_days: task?.verify_after_days ?? null,
})

/** Input of a new task, without names. */
export const draftOf = ({ assignees, subjects, titles, ...values }: TaskValues): InputOf<typeof tasks.create> => ({
  ...values,
  // A title that somebody wrote is in their language only.
  titles: titles && Object.values(titles).includes(values.title) ? titles : null,
  assignees: assignees.map(withoutName),
  subjects: subjects.map(({ type, id }) => ({ type, id })),
})

/**
 * Input of a change: of a series, with the scope of occurrences. An unmoved start is not sent, so that the series is
 * not moved.
 */
export function changesOf(
  values: TaskValues,
  task: Task,
  { scope, occurrence }: { scope: EditScope; occurrence: string | null },
): Omit<InputOf<typeof tasks.update>, 'id' | 'revision'> {
  const { starts_at: _, recurrence, ...changes } = draftOf(values)
  const { starts_at } = values
  const isMoved = starts_at !== task.starts_at.slice(0, 16)
  return {
    ...changes,
    ...(isMoved && { starts_at: scope === 'all' || !occurrence ? starts_at : movedTo(starts_at, task, occurrence) }),
    ...(recurrence !== task.recurrence && { recurrence }),
    // From where somebody looks at it; what is changed as a whole has no such place.
    ...(task.recurrence !== null && occurrence && scope !== 'all' && { scope, occurrence }),
  }
}

/** The start of one occurrence, moved as far as that of its series was. */
function movedTo(startsAt: string, task: Task, occurrence: string): string {
  const moved = Date.parse(`${startsAt}Z`) - Date.parse(`${task.starts_at.slice(0, 16)}Z`)
  const start = Date.parse(`${localTime(Date.parse(occurrence), task.timezone)}Z`)
  return new Date(start + moved).toISOString().slice(0, 16)
}

export type Assignee = Task['assignees'][number]

/** The roles that can be given a task. */
export const taskRoles = [roles.employee, roles.manager]

/** The same in a list, in any order. */
export function keyOfAssignee(assignee: Assignee): string {
  if ('user_id' in assignee) return `user ${assignee.user_id}`
  return 'location_id' in assignee ? `location ${assignee.location_id}` : `role ${assignee.role_id}`
}

/** As it is sent. */
function withoutName(assignee: Assignee) {
  if ('user_id' in assignee) return { user_id: assignee.user_id }
  return 'location_id' in assignee ? { location_id: assignee.location_id } : { role_id: assignee.role_id }
}

/** Names who gets a task, in the reader's language. */
export function useAssigneeName(): (assignee: Assignee) => string {
  const { t } = useTranslation()
  return assignee => {
    if ('user_id' in assignee) return assignee.name
    if ('location_id' in assignee) return t('tasks.responsibleFor', { place: assignee.name })
    if (assignee.role_id === roles.employee) return t('tasks.roles.employees')
    if (assignee.role_id === roles.manager) return t('tasks.roles.managers')
    return t('tasks.roles.other', { id: String(assignee.role_id) })
  }
}

const units = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second']

/** Values of a task as people read them, where two versions of one are compared. */
export function useValueWords() {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  return {
    /** 20 Nov 2026, 07:00 */
    wallTime: (wall: unknown) => formatsOf(i18n.language, 'UTC').dateTime(`${wall}Z`),
    /** 2 days and 3 hours */
    duration(duration: unknown) {
      const parts = partsOf(String(duration)) ?? []
      const words = parts.map((count, index) => {
        const unit = units[index]
        return count && unit ? format.number(count, { style: 'unit', unit, unitDisplay: 'long' }) : ''
      })
      return format.list(words.filter(Boolean))
    },
    priority(priority: unknown) {
      const known = priorities.find(one => one === priority)
      return known && t(`tasks.priorities.${known}`)
    },
    names: (subjects: unknown) => format.list((subjects as NamedSubject[]).map(({ name }) => name)),
  }
}

type Series = { recurrence: string | null; starts_at: string; counted_from?: string }

/** A series in plain language: every 2 weeks on Monday and Thursday, at 07:00. */
export function useRuleWords(): (series: Series) => string {
  const { t } = useTranslation()
  const format = useFormat()

  function rhythm(rule: Rule, startsAt: string): string {
    const count = rule.every
    const day = startsAt.slice(0, 10)
    if (rule.unit === 'day') return t('tasks.repeat.daily', { count })
    if (rule.unit === 'year')
      return t('tasks.repeat.yearly', { count, date: format.day(day, { day: 'numeric', month: 'long' }) })
    if (rule.unit === 'week') {
      const days = rule.weekdays.length > 0 ? rule.weekdays : [weekdayOf(startsAt)]
      if (count === 1 && days.length === weekdays.length) return t('tasks.repeat.daily', { count })
      return t('tasks.repeat.weekly', { count, days: format.list(days.map(one => t(`tasks.repeat.onDays.${one}`))) })
    }
    if (rule.monthly === 'last') return t('tasks.repeat.monthlyLast', { count })
    if (rule.monthly === 'day') return t('tasks.repeat.monthlyDay', { count, day: String(Number(day.slice(8))) })
    const ordinal = ordinalOf(startsAt)
    return t('tasks.repeat.monthlyWeekday', {
      count,
      nth: t(`tasks.repeat.nth.${ordinal === -1 ? 'last' : (String(ordinal) as '1' | '2' | '3' | '4')}`),
      day: t(`tasks.repeat.nthDays.${weekdayOf(startsAt)}`),
    })
  }

  return ({ recurrence, starts_at, counted_from }) => {
    if (!recurrence) return t('tasks.repeat.never')
    const rule = readRule(recurrence, starts_at)
    if (!rule) return t('tasks.repeat.ownRule')
    const time = format.day(`${starts_at.slice(0, 16)}Z`, { timeStyle: 'short', timeZone: 'UTC' })
    const parts = [t('tasks.repeat.at', { rule: rhythm(rule, starts_at), time })]
    if (rule.until) parts.push(t('tasks.repeat.until', { date: format.date(rule.until) }))
    if (rule.count) parts.push(t('tasks.repeat.times', { count: rule.count }))
    if (counted_from === 'completion') parts.push(t('tasks.repeat.fromCompletion'))
    return parts.join(t('tasks.repeat.comma'))
  }
}
