import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassRecordDetail } from '#shared/passes/passPage.ts'
import type { PassKind } from '#shared/passes/rules.ts'
import { useFormat } from '../../lib/format.ts'
import { SharedSubmissionView } from '../../submissions/shared/SharedSubmissionView.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PhotoThumb } from '../../ui/PhotoThumb.tsx'
import { PageSkeleton } from '../../ui/page/PageHeader.tsx'
import { FieldList } from '../../ui/row/FieldList.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { askPass, type Door, isOver, withPhotos } from './askPass.ts'
import styles from './Pass.module.css'
import { AskAbout } from './requests/AskForm.tsx'
import { PaperLink } from './requests/PaperLink.tsx'
import { WriteAbout } from './writing/WriteAbout.tsx'

type Props = { kind: PassKind; id: number; door: Door }

/** One record with its answers, photos, origin and versions. */
export function RecordView({ kind, id, door }: Props) {
  const { t } = useTranslation()
  const { record, error } = useRecord(kind, id, door)
  return (
    <>
      <Button
        className={styles.start ?? ''}
        variant="subtle"
        leftSection={<IconArrowLeft size={18} className={styles.arrow} />}
        // As the device's way back does.
        onClick={() => history.back()}
      >
        {t('passes.visit.back')}
      </Button>
      {error !== null && (
        <Notice kind="stop">
          <ProblemText error={error} />
        </Notice>
      )}
      {record === null && error === null && <PageSkeleton />}
      {record && (record.submission ? <SharedSubmissionView shared={record.submission} /> : <Head record={record} />)}
      {record && <WriteAbout about={{ kind, id, title: record.title }} />}
      {record && <Beside record={record} />}
      {record && <Papers papers={record.papers} door={door} />}
      {record && <AskAbout about={{ kind, id, title: record.title }} />}
    </>
  )
}

function useRecord(kind: PassKind, id: number, { address, onClosed }: Door) {
  const [record, setRecord] = useState<PassRecordDetail | null>(null)
  const [error, setError] = useState<unknown>(null)
  const refused = useEffectEvent((problem: unknown) => (isOver(problem) ? onClosed(problem) : setError(problem)))
  useEffect(() => {
    const left = new AbortController()
    const body = { kind, record_id: id }
    askPass<{ data: PassRecordDetail }>(address, '/record', body, left.signal)
      .then(({ data }) => withPhotos(address, data))
      .then(setRecord, problem => left.signal.aborted || refused(problem))
    return () => left.abort()
  }, [address, kind, id])
  return { record, error }
}

function Head({ record: { title, subjects, state, tone } }: { record: PassRecordDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <h1 dir="auto">{title}</h1>
      {state && tone && (
        <div>
          <StatusBadge status={tone}>{state}</StatusBadge>
        </div>
      )}
      {subjects.length > 0 && (
        <div className={styles.part}>
          <FieldList fields={[{ label: t('passes.visit.about'), value: <bdi>{format.commas(subjects)}</bdi> }]} />
        </div>
      )}
    </>
  )
}

/** Facts, photos and versions of a record of any kind. */
function Beside({ record: { facts, photos, versions, submission, seal, views } }: { record: PassRecordDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {submission && <h2>{t('passes.visit.custody')}</h2>}
      <div className={styles.part}>
        <FieldList
          fields={[
            ...facts.map(({ label, value }) => ({ label, value: <bdi>{value}</bdi> })),
            ...(seal
              ? [
                  { label: t('passes.visit.link'), value: format.number(seal.position) },
                  { label: t('passes.visit.hash'), value: <Hash value={seal.hash} /> },
                  { label: t('passes.visit.previousHash'), value: <Hash value={seal.previous} /> },
                ]
              : []),
            {
              label: t('passes.visit.views'),
              value: views.length > 0 ? <Views views={views} /> : t('passes.visit.neverViewed'),
            },
          ]}
        />
      </div>
      {photos.length > 0 && (
        <>
          <h2>{t('passes.visit.photos')}</h2>
          <div className={styles.photos}>
            {photos.map(({ address }, at) => (
              <PhotoThumb
                key={address}
                src={address}
                alt={t('passes.visit.photoOf', { number: format.number(at + 1) })}
                size={88}
              />
            ))}
          </div>
        </>
      )}
      {versions.length > 1 && (
        <>
          <h2>{t('passes.visit.versions')}</h2>
          <ol className={styles.versions}>
            {versions.map(({ number, at, person, reason, score }) => (
              <li key={number}>
                <strong>{t('passes.visit.version', { number: format.number(number) })}</strong>
                <span>
                  <bdi>{[format.dateTime(at), person, score].filter(Boolean).join(' · ')}</bdi>
                </span>
                <span dir="auto">{reason ?? t('passes.visit.completed')}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

function Views({ views }: Pick<PassRecordDetail, 'views'>) {
  const format = useFormat()
  return (
    <ul className={styles.views}>
      {views.map(({ at }) => (
        <li key={at}>{format.dateTime(at)}</li>
      ))}
    </ul>
  )
}

/** Documents and scans, opened one by one. */
function Papers({ papers, door }: { papers: PassRecordDetail['papers']; door: Door }) {
  const { t } = useTranslation()
  if (papers.length === 0) return null
  return (
    <>
      <h2>{t('passes.requests.papersOf')}</h2>
      <ul className={styles.papers}>
        {papers.map((paper, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record is shown as it was at one moment
          <li key={at}>
            <PaperLink {...paper} door={door} closed={t('passes.requests.notOpened')} />
          </li>
        ))}
      </ul>
    </>
  )
}

const Hash = ({ value }: { value: string }) => (
  <bdi dir="ltr" className={styles.hash}>
    {value}
  </bdi>
)
