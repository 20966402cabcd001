import { Button } from '@mantine/core'
import { IconArrowLeft, IconFileSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AnswerFile, RequestEntries } from '../../RequestEntries.tsx'
import type { Door } from '../askPass.ts'
import passStyles from '../Pass.module.css'
import { WaitingEntry } from '../writing/WaitingEntry.tsx'
import { useWriting } from '../writing/WritingProvider.tsx'
import { AnswerPhoto } from './AnswerPhoto.tsx'
import { AskForm } from './AskForm.tsx'
import { PaperLink } from './PaperLink.tsx'
import { RequestActs } from './RequestActs.tsx'
import styles from './Requests.module.css'
import { useRequests } from './RequestsProvider.tsx'

/** What the inspector asked for, with the answers; first what waits on the device. */
export function RequestsView() {
  const { t } = useTranslation()
  const { isClosed, discard } = useWriting()
  const { requests, waiting, door } = useRequests()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        className={passStyles.start ?? ''}
        variant="subtle"
        leftSection={<IconArrowLeft size={18} className={passStyles.arrow} />}
        onClick={() => history.back()}
      >
        {t('passes.visit.back')}
      </Button>
      <h1>{t('passes.requests.title')}</h1>
      {!isClosed && !isAsking && (
        <div className={passStyles.buttons}>
          <Button leftSection={<IconFileSearch size={20} aria-hidden />} onClick={() => setAsking(true)}>
            {t('passes.requests.ask')}
          </Button>
        </div>
      )}
      {isAsking && <AskForm about={null} onDone={() => setAsking(false)} />}
      {requests.length + waiting.length === 0 && !isAsking && <p>{t('passes.requests.noneAsked')}</p>}
      {waiting.length > 0 && (
        <ul className={passStyles.list}>
          {waiting.map(entry => (
            <WaitingEntry key={entry.body.uuid} entry={entry} onDiscard={() => void discard(entry)} />
          ))}
        </ul>
      )}
      <ul className={styles.list}>
        {requests.map(request => (
          <li key={request.id}>
            <RequestEntries request={request} file={file => <ShownFile file={file} door={door} />}>
              {request.state !== 'withdrawn' && !isClosed && <RequestActs request={request} />}
            </RequestEntries>
          </li>
        ))}
      </ul>
    </>
  )
}

function ShownFile({ file: { name, size, is_picture, address }, door }: { file: AnswerFile; door: Door }) {
  const { t } = useTranslation()
  if (address === null) return t('passes.requests.erased', { name })
  if (is_picture) return <AnswerPhoto name={name} address={address} door={door} />
  return <PaperLink {...{ name, size, address, door }} closed={t('passes.requests.notOpened')} />
}
