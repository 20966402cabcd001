import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { registry } from '#shared/subjects/registry.ts'
import { useFormat } from '../lib/format.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { registerApis } from './registerApis.ts'
import styles from './status/Status.module.css'

/**
 * Says which of the things that work is about are stopped or need attention, before anybody lays hands on them. Without
 * a network it is what was known when the work was begun.
 */
export function SubjectWarnings({ subjects }: { subjects: NamedSubject[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const states = useQueries({
    queries: subjects.map(({ type, id }) => ({
      // The server says nothing of what it does not know yet.
      enabled: id > 0,
      queryKey: [registry[type].feature, 'standing', id],
      queryFn: async () => {
        const row = await registerApis[type].get({ id })
        return { status: row.status, until: 'withheld_until' in row ? row.withheld_until : null }
      },
    })),
  })
  const warnings = subjects.flatMap((subject, index) => {
    const asked = states[index]?.data
    const state = (asked === undefined ? subject.status : asked.status)?.state
    return state && state !== 'ok' ? [{ ...subject, state }] : []
  })
  const held = subjects.flatMap((subject, index) => {
    const asked = states[index]?.data
    const until = asked === undefined ? subject.withheld_until : asked.until
    return until && until >= format.dayOf(Date.now()) ? [{ ...subject, until }] : []
  })
  if (warnings.length + held.length === 0) return null
  return (
    <ul className={styles.subjectWarningsList}>
      {warnings.map(({ type, id, name, state }) => (
        <li key={`${type} ${id}`}>
          <StatusBadge status={state}>
            <bdi>{name}</bdi> · {t(`submissions.subjectStates.${state}`)}
          </StatusBadge>
        </li>
      ))}
      {held.map(({ type, id, name, until }) => (
        <li key={`held ${type} ${id}`}>
          <StatusBadge status="stop">
            <bdi>{name}</bdi> · {t('submissions.heldUntil', { day: format.date(until) })}
          </StatusBadge>
        </li>
      ))}
    </ul>
  )
}
