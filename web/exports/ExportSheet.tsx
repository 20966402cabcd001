import { Button, Checkbox, Radio, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportFilters } from '#shared/exports/contract.ts'
import { type ExportValues, exportValues, type MadeFormat, madeFormats } from '#shared/exports/options.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { beginOrTell } from './commands.ts'
import styles from './ExportSheet.module.css'
import { OwnExports } from './OwnExports.tsx'

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
