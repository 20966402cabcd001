import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { bringIn, type Outcome } from './bringIn.ts'
import { CopiedFormItem } from './CopiedFormItem.tsx'
import styles from './ImportPage.module.css'
import { type FoundCopy, type FoundForm, readCopy } from './readCopy.ts'

export type Result = Outcome | { kind: 'failed'; error: unknown }

/** Where a manager brings in what somebody could not send: the copy is read and shown first, and then becomes submissions of theirs. */
export function ImportPage() {
  const { t } = useTranslation()
  const companyId = useUser()?.company_id
  const queries = useQueryClient()
  const [copy, setCopy] = useState<FoundCopy | 'refused'>()
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const forms = copy && copy !== 'refused' ? copy.forms : []
  const isOpen = ({ form }: FoundForm) =>
    form.company_id === companyId && ['failed', undefined].includes(results.get(form.uuid)?.kind)
  const open = forms.filter(isOpen)

  async function read(file: File | null) {
    if (!file) return
    setResults(new Map())
    setCopy(
      await readCopy(file, names => t('submissions.import.unknownRows', { names })).catch(() => 'refused' as const),
    )
  }
  async function bringAll() {
    setBusy(true)
    for (const found of open) {
      const result = await bringIn(found).catch(error => ({ kind: 'failed' as const, error }))
      setResults(before => new Map(before).set(found.form.uuid, result))
    }
    setBusy(false)
    void queries.invalidateQueries()
  }

  return (
    <>
      <PageHeader
        title={t('submissions.import.title')}
        isColumn
        back={{ to: '/submission/filled', text: t('submissions.title') }}
      />
      <p className={styles.text}>{t('submissions.import.text')}</p>
      <FileButton accept=".zip,application/zip" onChange={read}>
        {props => (
          <Button {...props} size="md" variant={forms.length > 0 ? 'default' : 'filled'} className={styles.choose}>
            {t('submissions.import.choose')}
          </Button>
        )}
      </FileButton>
      {copy === 'refused' && <Notice kind="stop">{t('submissions.import.refused')}</Notice>}
      {copy && copy !== 'refused' && (
        <>
          {forms.length === 0 && <Notice kind="attention">{t('submissions.import.none')}</Notice>}
          <ul className={styles.list} aria-label={t('submissions.import.listLabel')}>
            {forms.map(found => (
              <li key={found.form.uuid}>
                <CopiedFormItem
                  found={found}
                  isForeign={found.form.company_id !== companyId}
                  result={results.get(found.form.uuid)}
                />
              </li>
            ))}
          </ul>
          {copy.others > 0 && <Notice kind="info">{t('submissions.import.others', { count: copy.others })}</Notice>}
          {open.length > 0 && (
            <Button
              size="lg"
              className={styles.choose}
              leftSection={<IconFileImport size={20} />}
              loading={isBusy}
              onClick={bringAll}
            >
              {t('submissions.import.bringAll', { count: open.length })}
            </Button>
          )}
        </>
      )}
    </>
  )
}
