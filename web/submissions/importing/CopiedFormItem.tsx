import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './ImportPage.module.css'
import type { Result } from './ImportPage.tsx'
import type { FoundForm } from './readCopy.ts'

type Props = { found: FoundForm; isForeign: boolean; result: Result | undefined }

/** One form of the copy: which, by whom, when, why it was not sent, its answers and pictures; and what became of it. */
export function CopiedFormItem({ found: { form, words, files }, isForeign, result }: Props) {
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
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address && <img src={address} alt={file.name} className={styles.picture} />
}
