import { useTranslation } from 'react-i18next'
import { formatsOf } from '#shared/lib/formats.ts'
import { priorities } from '#shared/lib/taskFields.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { useFormat } from '../../lib/format.ts'
import { partsOf } from './wallTime.ts'

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
