import { Button, Group, Textarea } from '@mantine/core'
import { IconArrowLeft, IconFileSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassRequest } from '#shared/passes/requests.ts'
import { maxRequestWords } from '#shared/passes/rules.ts'
import { useObjectUrl } from '../../../lib/objectUrl.ts'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PhotoThumb } from '../../../ui/PhotoThumb.tsx'
import { type AnswerFile, RequestEntries } from '../../RequestEntries.tsx'
import { type Door, passFile } from '../askPass.ts'
import styles from '../Pass.module.css'
import { EntryForm, useEntryForm } from '../writing/EntryForm.tsx'
import { WaitingEntry } from '../writing/WaitingEntry.tsx'
import { useWriting } from '../writing/WritingProvider.tsx'
import { AskForm } from './AskForm.tsx'
import { PaperLink } from './PaperLink.tsx'
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
        className={styles.start ?? ''}
        variant="subtle"
        leftSection={<IconArrowLeft size={18} className={styles.arrow} />}
        onClick={() => history.back()}
      >
        {t('passes.visit.back')}
      </Button>
      <h1>{t('passes.requests.title')}</h1>
      {!isClosed && !isAsking && (
        <div className={styles.buttons}>
          <Button leftSection={<IconFileSearch size={20} aria-hidden />} onClick={() => setAsking(true)}>
            {t('passes.requests.ask')}
          </Button>
        </div>
      )}
      {isAsking && <AskForm about={null} onDone={() => setAsking(false)} />}
      {requests.length + waiting.length === 0 && !isAsking && <p>{t('passes.requests.noneAsked')}</p>}
      {waiting.length > 0 && (
        <ul className={styles.list}>
          {waiting.map(entry => (
            <WaitingEntry key={entry.body.uuid} entry={entry} onDiscard={() => void discard(entry)} />
          ))}
        </ul>
      )}
      <ul className={styles.requests}>
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

/** A photo of an answer, loaded once however often the list is read again. */
function AnswerPhoto({ name, address, door }: { name: string; address: string; door: Door }) {
  const [content, setContent] = useState<Blob>()
  const src = useObjectUrl(content)
  // The signature in the address changes, the file does not.
  const path = address.split('/').slice(4).join('/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another signature is the same photo
  useEffect(() => {
    let isLeft = false
    passFile(door.address, address).then(
      found => isLeft || setContent(found),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [path, door.address])
  return src ? <PhotoThumb src={src} alt={name} size={88} /> : <bdi>{name}</bdi>
}

/** Asks again where the answer is not enough, or withdraws the request. */
function RequestActs({ request: { id, state } }: { request: PassRequest }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { draft, change, failure, send } = useEntryForm(`request again ${id}`, { words: '' }, () => setAsking(false))
  if (!draft) return null
  const words = draft.words.trim()
  return (
    <>
      {!isAsking && failure && <Notice kind="stop">{failure}</Notice>}
      {isAsking ? (
        <EntryForm
          label={t('passes.requests.again')}
          failure={failure}
          submit={t('passes.requests.sendAgain')}
          isReady={words !== ''}
          onSubmit={() => send('/request/again', { request_id: id, words })}
          onClosed={() => setAsking(false)}
        >
          <Textarea
            label={t('passes.requests.missing')}
            required
            autosize
            minRows={2}
            maxLength={maxRequestWords}
            value={draft.words}
            onChange={event => change({ words: event.currentTarget.value })}
          />
        </EntryForm>
      ) : (
        <Group gap="xs">
          {state === 'answered' && (
            <Button variant="default" size="sm" onClick={() => setAsking(true)}>
              {t('passes.requests.again')}
            </Button>
          )}
          <ConfirmButton
            question={t('passes.requests.withdrawQuestion')}
            confirmText={t('passes.requests.withdraw')}
            buttonProps={{ size: 'sm' }}
            onConfirm={() => void send('/request/withdraw', { request_id: id, words: '' })}
          >
            {t('passes.requests.withdraw')}
          </ConfirmButton>
        </Group>
      )}
    </>
  )
}
