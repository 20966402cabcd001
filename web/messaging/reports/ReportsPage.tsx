import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { messaging } from '#shared/messaging/contract.ts'
import { api } from '../../api.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { GateDrawing } from '../../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Pages } from '../../ui/list/ListFooter.tsx'
import { PageHeader, PageSkeleton } from '../../ui/page/PageHeader.tsx'
import { LocalTime } from '../../ui/texts/ContentText.tsx'
import { nameOf } from '../conversations.ts'
import styles from './ReportsPage.module.css'

/** Reported messages with those around them; for managers. */
export function ReportsPage() {
  const { t } = useTranslation()
  const [wanted, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...api.messaging.reports.query({ is_open: true, page: wanted }),
    placeholderData: keepPreviousData,
  })
  // The last of a page may have been closed.
  const page = Math.min(wanted, data?.meta.last_page ?? wanted)
  useEffect(() => setPage(page), [page])
  const handle = useMutation({
    mutationFn: (input: InputOf<typeof messaging.handleReport>) => api.messaging.handleReport(input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.messaging.reports.key }),
  })
  return (
    <>
      <PageHeader title={t('messaging.reports')} back={{ to: '/messaging', text: t('messaging.title') }} />
      <Retention />
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />)}
      {data?.data.length === 0 && <EmptyState drawing={<GateDrawing />} title={t('messaging.noReports')} />}
      <ul className={styles.list}>
        {data?.data.map(({ id, message, neighbours, reason, comment, reported_by, created_at }) => (
          <li key={id} className={styles.report}>
            <strong>{t(`messaging.reason.${reason}`)}</strong>
            <span className={styles.dimmed}>
              <bdi>{reported_by?.name ?? t('messaging.unknown')}</bdi> · <LocalTime value={created_at} />
            </span>
            {comment && <p dir="auto">{comment}</p>}
            <ol className={styles.messages}>
              {[...neighbours, message]
                .sort((one, other) => one.id - other.id)
                .map(one => (
                  <li key={one.id} data-reported={one.id === message.id || undefined} dir="auto">
                    <bdi className={styles.name}>{nameOf(one.sender, undefined, t)}</bdi>{' '}
                    {one.message_text || t('messaging.files')}
                  </li>
                ))}
            </ol>
            <div className={styles.buttons}>
              <Button variant="default" onClick={() => handle.mutate({ id })}>
                {t('messaging.closeReport')}
              </Button>
              <Button color="red" variant="light" onClick={() => handle.mutate({ id, remove_message: true })}>
                {t('messaging.delete')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {data && <Pages mt="md" total={data.meta.last_page} value={page} onChange={setPage} />}
    </>
  )
}

const choices = [90, 365, 730, 1825]

/** For how long the company keeps what was said. */
function Retention() {
  const { t } = useTranslation()
  const query = api.messaging.retention.query()
  const { data } = useQuery(query)
  const change = useMutation({
    mutationFn: (days: number | null) => api.messaging.setRetention({ days }),
    onSuccess: now => queryClient.setQueryData(query.queryKey, now),
  })
  const own = data?.days && !choices.includes(data.days) ? [data.days] : []
  return (
    <NativeSelect
      className={styles.retention}
      label={t('messaging.keepFor')}
      disabled={!data}
      value={String(data?.days ?? '')}
      onChange={event => change.mutate(event.currentTarget.value ? Number(event.currentTarget.value) : null)}
      data={[
        { value: '', label: t('messaging.forEver') },
        ...[...own, ...choices].map(days => ({ value: String(days), label: t('messaging.days', { count: days }) })),
      ]}
    />
  )
}
