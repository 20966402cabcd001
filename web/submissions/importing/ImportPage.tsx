import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../../api.ts'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { useObjectUrl } from '../../lib/objectUrl.ts'
import { RequestError } from '../../lib/requestError.ts'
import { useUser } from '../../lib/session/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './ImportPage.module.css'
import { type FoundCopy, type FoundForm, readCopy } from './readCopy.ts'

type Result = Outcome | { kind: 'failed'; error: unknown }

/**
 * Imports work that a person could not send: the copy is read and shown first, and then becomes submissions of that
 * person.
 */
export function ImportPage() {
  const { t } = useTranslation()
  const companyId = useUser()?.company_id
  const queries = useQueryClient()
  const [copy, setCopy] = useState<FoundCopy | 'refused'>()
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
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
  const { run: bringAll, isBusy } = useAction(async () => {
    for (const found of open) {
      const result = await bringIn(found).catch(error => ({ kind: 'failed' as const, error }))
      setResults(before => new Map(before).set(found.form.uuid, result))
    }
    void queries.invalidateQueries()
  })

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

type Props = { found: FoundForm; isForeign: boolean; result: Result | undefined }

/** One form of the copy: form, person, day, the reason why it was not sent, answers and pictures; and the result. */
function CopiedFormItem({ found: { form, words, files }, isForeign, result }: Props) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const name = textIn(form.form_name, toLocale(i18n.language), defaultLocale).text
  const facts = [
    form.completed_at
      ? t('submissions.import.completedAt', { time: format.dateTime(form.completed_at) })
      : t('submissions.import.notCompleted'),
    ...form.subjects.map(subject => subject.name),
    ...(files.length > 0 ? [t('submissions.import.photos', { count: files.length })] : []),
  ]
  return (
    <article className={styles.form}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <State isForeign={isForeign} result={result} />
      </div>
      <p className={styles.fact}>
        <bdi>{t('submissions.import.writtenBy', { name: form.written_by.name || t('submissions.import.nobody') })}</bdi>
      </p>
      <p className={styles.fact}>{facts.join(' · ')}</p>
      {form.reason && <p className={styles.fact}>{t('submissions.import.reason', { reason: form.reason })}</p>}
      {result?.kind === 'failed' && <p role="alert">{errorText(result.error, t)}</p>}
      {result?.kind === 'draft' && (
        <p role="alert">
          {t('submissions.import.draft')} {errorText(result.problem, t)}{' '}
          <Link to="/submission/filling/$id" params={{ id: String(result.id) }}>
            {t('submissions.import.finish')}
          </Link>
        </p>
      )}
      {(result?.kind === 'new' || result?.kind === 'known') && (
        <Link to="/submission/view/$id" params={{ id: String(result.id) }}>
          {t('submissions.import.open')}
        </Link>
      )}
      <details className={styles.answers}>
        <summary>{t('submissions.import.answers')}</summary>
        <dl>
          {words.map(({ question, answer, note }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the answers of a copy neither move nor change
            <div key={index}>
              <dt>{question}</dt>
              <dd>{[answer, note].filter(Boolean).join(' · ')}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.pictures}>
          {files.map(({ uuid, file }) => file.type.startsWith('image/') && <Picture key={uuid} file={file} />)}
        </div>
      </details>
    </article>
  )
}

function State({ isForeign, result }: Pick<Props, 'isForeign' | 'result'>) {
  const { t } = useTranslation()
  if (isForeign) return <StatusBadge status="attention">{t('submissions.import.foreign')}</StatusBadge>
  if (result?.kind === 'new') return <StatusBadge status="ok">{t('submissions.import.new')}</StatusBadge>
  if (result?.kind === 'known') return <StatusBadge status="info">{t('submissions.import.known')}</StatusBadge>
  return null
}

function Picture({ file }: { file: File }) {
  const address = useObjectUrl(file)
  return address && <img src={address} alt={file.name} className={styles.picture} />
}

// Brings one form of a copy to the server: begins it by its uuid, adds its files, completes it. Each step may be
// repeated.

/**
 * Where it is now: it was there before, it came with this, or it is a draft that a person must finish because of what
 * is wrong.
 */
type Outcome = { kind: 'known' | 'new'; id: number } | { kind: 'draft'; id: number; problem: RequestError }

/** Throws a `RequestError` where the server takes none of it. */
async function bringIn({ form, files }: FoundForm): Promise<Outcome> {
  const { uuid, form_id, version, payload_version, written_by, content, device_time } = form
  const beginning = { form_id, uuid, version, payload_version, written_by, started_at: form.began_at }
  const begun = await begin(beginning, form.subjects)
  if (begun.status === 'complete') return { kind: 'known', id: begun.id }
  const arrived = new Set(begun.files.map(file => file.uuid))
  try {
    for (const { file, ...one } of files)
      if (!arrived.has(one.uuid)) await api.submissions.attach({ id: begun.id, ...one }, { files: { file } })
    await api.submissions.complete({ id: begun.id, payload_version, ...content, ...(device_time && { device_time }) })
    return { kind: 'new', id: begun.id }
  } catch (error) {
    if (!(error instanceof RequestError) || error.status === 0 || error.status >= 500) throw error
    await api.submissions.update({ id: begun.id, ...content }).catch(() => undefined)
    return { kind: 'draft', id: begun.id, problem: error }
  }
}

type Beginning = Omit<Parameters<typeof api.submissions.import>[0], 'subjects'>

/** Its subject may be gone; then it is imported without it. */
async function begin(beginning: Beginning, subjects: FoundForm['form']['subjects']) {
  const named = subjects.map(({ type, id }) => ({ type, id }))
  try {
    return await api.submissions.import({ ...beginning, subjects: named })
  } catch (error) {
    const isGone =
      error instanceof RequestError && Object.keys(error.errors).some(field => field.startsWith('subjects'))
    if (!isGone) throw error
    return api.submissions.import({ ...beginning, subjects: [] })
  }
}
