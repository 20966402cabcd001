import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lineOutcomes } from '#shared/exports/rules.ts'
import type { RegisterImport } from '#shared/imports/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { tellProblem } from '../ui/toast.tsx'
import { Faults } from './Faults.tsx'
import styles from './ImportPage.module.css'

/** Bound of faulty lines shown; the file has all. */
const shown = 25

type Props = { begun: RegisterImport; onChanged: (row: RegisterImport) => void }

/** Result of the lines, or what it would be: how many of each, and the faults. */
export function ImportResult({ begun, onChanged }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, state, is_trial: isTrial, done } = begun
  const undoUntil = Date.parse(begun.undo_until ?? '')
  const hasEnded = state === 'undone' || state === 'undo_failed'
  const hasFaults = begun.faulty > 0 && !hasEnded
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
  const undoing = useMutation({
    mutationFn: () => api.imports.undo({ id }),
    onSuccess: onChanged,
    onError: error => void tellProblem(error),
  })
  if (state === 'read') return null
  const canUndo = Date.now() < undoUntil
  const undo = canUndo && (
    <div className={styles.buttons}>
      <ConfirmButton
        question={t('imports.undoQuestion')}
        confirmText={t('imports.undo')}
        onConfirm={() => undoing.mutate()}
        buttonProps={{ loading: undoing.isPending }}
      >
        {t('imports.undo')}
      </ConfirmButton>
      <span className={styles.said}>{t('imports.undoUntil', { time: format.dateTime(undoUntil) })}</span>
    </div>
  )
  if (hasEnded)
    return (
      <>
        <Notice kind={state === 'undone' ? 'info' : 'attention'}>
          {t(state === 'undone' ? 'imports.undone' : 'imports.undoFailed')}
        </Notice>
        {begun.stayed > 0 && <Stayed begun={begun} />}
        {undo}
      </>
    )
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
        {lineOutcomes
          .filter(outcome => outcome !== 'stayed')
          .map(outcome => (
            <div key={outcome} className={styles.count}>
              <dt>{t(`imports.${outcome}`)}</dt>
              <dd>{format.number(begun[outcome])}</dd>
            </div>
          ))}
      </dl>
      {undo}
      {hasFaults && (
        <>
          <h3 className={styles.heading}>{t('imports.lines')}</h3>
          <Faults begun={begun} lines={faults.data?.data ?? []} onChanged={onChanged} />
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

/** What an undo left as it is, line by line. */
function Stayed({ begun }: { begun: RegisterImport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const lines = useQuery(api.imports.lines.query({ id: begun.id, outcome: 'stayed', per_page: shown }))
  return (
    <section className={styles.section} aria-labelledby="stayed">
      <h2 id="stayed" className={styles.heading}>
        {t('imports.stayed', { number: format.number(begun.stayed) })}
      </h2>
      <ul className={styles.faults}>
        {lines.data?.data.map(({ number, cells, errors }) => (
          <li key={number} className={styles.fault}>
            <strong>{t('imports.lineNumber', { number })}</strong>
            <bdi className={styles.said}>{cells.filter(Boolean).slice(0, 3).join(' · ').slice(0, 100)}</bdi>
            <span>{errors.map(({ message }) => message).join(' ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
