import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useFormat } from '../../lib/format.ts'
import { tellProblem } from '../../ui/toast.tsx'
import styles from '../NoticesPage.module.css'

/** What the person hears nothing of, each with its end, and the way back. */
export function MutedList() {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const mutes = useQuery(api.notices.mutes.query({}))
  const undo = useMutation({
    mutationFn: (id: number) => api.notices.unmute({ id }),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.notices.key }),
  })
  if (!mutes.data || mutes.data.length === 0) return null
  return (
    <section aria-labelledby="muted">
      <h3 id="muted">{t('notices.mutes.list')}</h3>
      <p>{t('notices.mutes.help')}</p>
      <ul className={styles.muted}>
        {mutes.data.map(({ id, name, until }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi>
              {', '}
              {until ? t('notices.mutes.until', { date: format.dateTime(until) }) : t('notices.mutes.ends.good')}
            </span>
            <Button
              variant="default"
              size="sm"
              aria-label={`${t('notices.mutes.undo')}: ${name}`}
              loading={undo.isPending && undo.variables === id}
              onClick={() => undo.mutate(id)}
            >
              {t('notices.mutes.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
