import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useFormat } from '../../lib/format.ts'
import { PathLink } from '../../ui/PathLink.tsx'
import styles from './PeopleBoard.module.css'

/** How each person's work stands, whoever has most overdue first; a name narrows the list below to theirs. */
export function PeopleBoard({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const board = useQuery(api.tasks.board.query({ id: companyId }))
  // The list below says what is wrong where nothing can be read.
  if (!board.data || board.data.length === 0) return null
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={t('tasks.board.title')}>
        <thead>
          <tr>
            <th scope="col">{t('tasks.board.person')}</th>
            <th scope="col">{t('tasks.board.overdue')}</th>
            <th scope="col">{t('tasks.board.open')}</th>
            <th scope="col">{t('tasks.board.done')}</th>
          </tr>
        </thead>
        <tbody>
          {board.data.map(person => (
            <tr key={person.user_id}>
              <th scope="row">
                <PathLink href={`/company/tasks?user_id=${person.user_id}`} className={styles.name}>
                  <bdi>{person.user_name}</bdi>
                </PathLink>
                {person.is_away && <span className={styles.away}>{t('tasks.board.away')}</span>}
              </th>
              <td data-late={person.overdue > 0 || undefined}>{format.number(person.overdue)}</td>
              <td>{format.number(person.open)}</td>
              <td>
                {person.done_percent === null
                  ? t('tasks.board.nothing')
                  : format.number(person.done_percent / 100, { style: 'percent' })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
