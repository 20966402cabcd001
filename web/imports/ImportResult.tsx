import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { importUndoFor, lineOutcomes } from '#shared/exports/options.ts'
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
  const undoUntil = Date.parse(begun.finished_at ?? '') + importUndoFor
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
  const undoing = useMutation({
    mutationFn: () => api.imports.undo({ id }),
    onSuccess: onChanged,
    onError: error => void tellProblem(error),
  })
  if (state === 'read') return null
  if (state === 'undone') return <Notice kind="info">{t('imports.undone')}</Notice>
  const canUndo = !isTrial && begun.created + begun.updated > 0 && Date.now() < undoUntil
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
      {canUndo && (
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
      )}
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
