import { Button, Checkbox, Progress, Radio, Stack } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportFilters, SubmissionExport } from '#shared/exports/contract.ts'
import { type ExportValues, exportValues, type MadeFormat, madeFormats } from '#shared/exports/rules.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { Notice } from '../ui/Notice.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellProblem } from '../ui/toast.tsx'
import { beginOrTell } from './BundleButton.tsx'
import styles from './ExportSheet.module.css'

type Props = {
  /** What the list is narrowed to, or the rows that were picked. */
  filters: Partial<ExportFilters>
  onClosed: () => void
}

/** Asks for an export of what a list of submissions shows, and lists those that were made. */
export function ExportSheet({ filters, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const can = useAbility()
  const formats = madeFormats.filter(value => value !== 'bundle' || can('prove', 'Submission'))
  const [format, setFormat] = useState<MadeFormat>('xlsx')
  const [values, setValues] = useState<ExportValues>('labels')
  const [withFiles, setWithFiles] = useState(false)
  const isTold = useRef(false)
  const beginning = useMutation({
    mutationFn: () => beginOrTell(isTold, { format, values, with_files: withFiles, filters }),
    // The sheet shows it.
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: api.exports.key }),
  })
  return (
    <SideSheet title={t('exports.title')} onClosed={onClosed}>
      {() => (
        <div className={styles.sheet}>
          <form
            className={styles.form}
            onSubmit={event => {
              event.preventDefault()
              beginning.mutate()
            }}
          >
            <p className={styles.what}>
              {t(
                filters.submission_ids
                  ? 'exports.picked'
                  : Object.keys(filters).length > 0
                    ? 'exports.narrowed'
                    : 'exports.all',
              )}
            </p>
            {beginning.error && (
              <Notice kind="stop">
                <ProblemText error={beginning.error} />
              </Notice>
            )}
            <Radio.Group label={t('exports.format')} value={format} onChange={value => setFormat(value as MadeFormat)}>
              <Stack gap={4}>
                {formats.map(value => (
                  <Radio
                    key={value}
                    className={styles.option}
                    value={value}
                    label={t(`exports.formats.${value}`)}
                    description={value === 'bundle' && t('exports.bundleHint')}
                  />
                ))}
              </Stack>
            </Radio.Group>
            {format !== 'bundle' && (
              <>
                <Radio.Group
                  label={t('exports.values')}
                  value={values}
                  onChange={value => setValues(value as ExportValues)}
                >
                  <Stack gap={4}>
                    {exportValues.map(value => (
                      <Radio
                        key={value}
                        className={styles.option}
                        value={value}
                        label={t(`exports.valuesOf.${value}`)}
                      />
                    ))}
                  </Stack>
                </Radio.Group>
                <Checkbox
                  className={styles.option}
                  label={t('exports.withFiles')}
                  description={t('exports.withFilesHint')}
                  checked={withFiles}
                  onChange={event => setWithFiles(event.currentTarget.checked)}
                />
              </>
            )}
            <Button type="submit" size="lg" loading={beginning.isPending}>
              {t('exports.begin')}
            </Button>
          </form>
          <OwnExports />
        </div>
      )}
    </SideSheet>
  )
}

const isUnderWay = ({ state }: SubmissionExport) => state === 'waiting' || state === 'working'
/** While something is being made. */
const betweenLooks = 1_500

const looks = { waiting: 'info', working: 'info', ready: 'ok', failed: 'stop', cancelled: 'info' } as const

/** The person's latest exports: how far each is, and its file while it is kept. */
function OwnExports() {
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
