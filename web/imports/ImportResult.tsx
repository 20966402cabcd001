import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lineOutcomes } from '#shared/exports/options.ts'
import type { RegisterImport } from '#shared/imports/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { Notice } from '../ui/Notice.tsx'
import { tellProblem } from '../ui/toast.tsx'
import styles from './ImportPage.module.css'

/** Bound of faulty lines shown; the file has all. */
const shown = 25

/** Result of the lines, or what it would be: how many of each, and the faults. */
export function ImportResult({ begun }: { begun: RegisterImport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, state, is_trial: isTrial, done } = begun
  const hasFaults = begun.faulty > 0
  const faults = useQuery({
    ...api.imports.lines.query({ id, outcome: 'faulty', per_page: shown }),
    enabled: hasFaults,
  })
  const fetching = useMutation({
    mutationFn: () => api.imports.faults({ id }),
    onSuccess: content =>
      saveFile(content, filenameOf(begun.filename.replace(/\.\w+$/, ''), `-${t('imports.faultsFile')}.csv`)),
    onError: error => void tellProblem(error),
  })
  if (state === 'read') return null
  return (
    <section className={styles.section} aria-labelledby="result">
      <h2 id="result" className={styles.heading}>
        {t(isTrial ? 'imports.wouldBe' : 'imports.done')}
      </h2>
      {state === 'tried' && <Notice kind="info">{t('imports.beginText')}</Notice>}
      {(state === 'cancelled' || state === 'failed') && (
        <Notice kind="attention">
          {t(`imports.${state}`)}{' '}
          {t('imports.progress', { done: format.number(done), total: format.number(begun.total) })}
        </Notice>
      )}
      <dl className={styles.counts}>
        {lineOutcomes.map(outcome => (
          <div key={outcome} className={styles.count}>
            <dt>{t(`imports.${outcome}`)}</dt>
            <dd>{format.number(begun[outcome])}</dd>
          </div>
        ))}
      </dl>
      {hasFaults && (
        <>
          <h3 className={styles.heading}>{t('imports.lines')}</h3>
          <ul className={styles.faults}>
            {faults.data?.data.map(({ number, errors }) => (
              <li key={number} className={styles.fault}>
                <strong>{t('imports.lineNumber', { number })}</strong>
                {errors.map(({ field, message }) => (
                  <span key={`${field} ${message}`}>
                    {field && <bdi>{`${field}: `}</bdi>}
                    {message}
                  </span>
                ))}
              </li>
            ))}
          </ul>
          <Button
            variant="default"
            className={styles.button}
            leftSection={<IconDownload size={18} />}
            loading={fetching.isPending}
            onClick={() => fetching.mutate()}
          >
            {t('imports.downloadFaults')}
          </Button>
        </>
      )}
    </section>
  )
}
