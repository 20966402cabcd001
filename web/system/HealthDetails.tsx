import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Health } from '#shared/system/health.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { tellDone, tellProblem } from '../ui/toast.tsx'
import styles from './Health.module.css'

type Detail = Health['details'][number]

/** What could not be delivered, with the reason; each is delivered again or discarded. */
export function Letters({ letters }: { letters: Detail[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const settled = {
    onError: (problem: Error) => void tellProblem(problem),
    onSettled: () => queries.invalidateQueries({ queryKey: api.health.key }),
  }
  const retrying = useMutation({
    mutationFn: (id: string) => api.health.settleLetter({ id, action: 'deliver' }),
    onSuccess: () => tellDone(t('system.retried')),
    ...settled,
  })
  const discarding = useMutation({
    mutationFn: (id: string) => api.health.settleLetter({ id, action: 'discard' }),
    onSuccess: () => tellDone(t('system.discarded')),
    ...settled,
  })
  const isBusy = retrying.isPending || discarding.isPending
  if (letters.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('system.details.letter')}>
      {letters.map(({ id, name, at, reason }) => (
        <li key={id}>
          <bdi>{name}</bdi>
          {at && <span className={styles.said}>{format.dateTime(at)}</span>}
          {reason && <bdi className={styles.reason}>{reason}</bdi>}
          <div className={styles.buttons}>
            <Button variant="default" disabled={isBusy} onClick={() => retrying.mutate(id)}>
              {t('system.retry')}
            </Button>
            <ConfirmButton
              question={t('system.question')}
              confirmText={t('system.discard')}
              onConfirm={() => discarding.mutate(id)}
              buttonProps={{ disabled: isBusy }}
            >
              {t('system.discard')}
            </ConfirmButton>
          </div>
        </li>
      ))}
    </ul>
  )
}

type Props = { kinds: ('queue' | 'node' | 'error')[]; details: Detail[] }

/** Queues, nodes and kinds of errors, each list folded away. */
export function Details({ kinds, details }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const found = kinds
    .map(kind => ({ kind, rows: details.filter(detail => detail.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
  return found.map(({ kind, rows }) => (
    <details key={kind} className={styles.more} data-kind={kind}>
      <summary>
        {t(`system.details.${kind}`)} <span className={styles.said}>{format.number(rows.length)}</span>
      </summary>
      <ul className={styles.list}>
        {rows.map(({ id, name, count, at }) => (
          <li key={id}>
            <bdi>{name || t('system.unknown')}</bdi>
            {kind !== 'node' && <span>{format.number(count)}</span>}
            {at && (
              <span className={styles.said}>
                {kind === 'error' ? format.dateTime(at) : t('system.since', { time: format.dateTime(at) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  ))
}
