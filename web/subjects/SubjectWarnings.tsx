import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { registry } from '#shared/subjects/registry.ts'
import type { NamedSubject } from '#shared/subjects/subjects.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { registerApis } from './registerApis.ts'
import styles from './SubjectWarnings.module.css'

/**
 * Says which of the things that work is about are stopped or need attention, before anybody lays hands on them. Without a network it is what
 * was known when the work was begun.
 */
export function SubjectWarnings({ subjects }: { subjects: NamedSubject[] }) {
  const { t } = useTranslation()
  const states = useQueries({
    queries: subjects.map(({ type, id }) => ({
      queryKey: [registry[type].noun, 'state', id],
      queryFn: async () => (await registerApis[type].get({ id })).status,
    })),
  })
  const warnings = subjects.flatMap((subject, index) => {
    const asked = states[index]?.data
    const state = (asked === undefined ? subject.status : asked)?.state
    return state && state !== 'ok' ? [{ ...subject, state }] : []
  })
  if (warnings.length === 0) return null
  return (
    <ul className={styles.list}>
      {warnings.map(({ type, id, name, state }) => (
        <li key={`${type} ${id}`}>
          <StatusBadge status={state}>
            <bdi>{name}</bdi> · {t(`submissions.subjectStates.${state}`)}
          </StatusBadge>
        </li>
      ))}
    </ul>
  )
}
