import { Button, Progress } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SubmissionExport } from '#shared/exports/contract.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { tellProblem } from '../ui/toast.tsx'
import styles from './ExportSheet.module.css'

const isUnderWay = ({ state }: SubmissionExport) => state === 'waiting' || state === 'working'
/** While something is being made. */
const betweenLooks = 1_500

const looks = { waiting: 'info', working: 'info', ready: 'ok', failed: 'stop', cancelled: 'info' } as const

/** The person's latest exports: how far each is, and its file for as long as it is kept. */
export function OwnExports() {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...api.exports.list.query({ per_page: 10 }),
    refetchInterval: query => (query.state.data?.data.some(isUnderWay) ? betweenLooks : false),
  })
  if (!data || data.data.length === 0) return null
  return (
    <section aria-labelledby="own-exports">
      <h3 id="own-exports" className={styles.heading}>
        {t('exports.earlier')}
      </h3>
      <ul className={styles.list}>
        {data.data.map(made => (
          <OwnExport key={made.id} made={made} />
        ))}
      </ul>
    </section>
  )
}

function OwnExport({ made }: { made: SubmissionExport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const fetching = useMutation({
    mutationFn: () => api.exports.fetch({ id: made.id }),
    onSuccess: content => saveFile(content, made.filename ?? 'export'),
    onError: error => void tellProblem(error),
  })
  const cancelling = useMutation({
    mutationFn: () => api.exports.cancel({ id: made.id }),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.exports.key }),
  })
  const rows = t('exports.rows', { done: format.number(made.done), total: format.number(made.total) })
  return (
    <li className={styles.export}>
      <div className={styles.line}>
        <bdi className={styles.name}>{made.filename ?? t(`exports.formats.${made.format}`)}</bdi>
        <StatusBadge status={looks[made.state]}>{t(`exports.states.${made.state}`)}</StatusBadge>
      </div>
      <span className={styles.said}>
        <LocalTime value={made.created_at} />
        {made.state === 'ready' && made.expires_at && (
          <> · {t('exports.until', { time: format.dateTime(made.expires_at) })}</>
        )}
      </span>
      {made.state === 'failed' && <span className={styles.said}>{t('exports.failedText')}</span>}
      {made.state === 'working' && (
        <>
          <Progress value={made.total > 0 ? (100 * made.done) / made.total : 0} aria-label={rows} />
          <span className={styles.said}>{rows}</span>
        </>
      )}
      <div className={styles.line}>
        {made.state === 'ready' && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            loading={fetching.isPending}
            onClick={() => fetching.mutate()}
          >
            {t('exports.download')}
          </Button>
        )}
        {(made.state === 'ready' || isUnderWay(made)) && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={18} />}
            disabled={cancelling.isPending}
            onClick={() => cancelling.mutate()}
          >
            {t(made.state === 'ready' ? 'exports.remove' : 'exports.cancel')}
          </Button>
        )}
      </div>
    </li>
  )
}
