import { Button, Group, Textarea } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { type FormEvent, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassRequest } from '#shared/passes/requests.ts'
import { maxRequestWords } from '#shared/passes/rules.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { type AnswerFile, RequestEntries } from '../RequestEntries.tsx'
import { AnswerPhoto } from './AnswerPhoto.tsx'
import { AskForm, Problem, useWriting } from './AskForm.tsx'
import { askPass, type Door, isOver } from './askPass.ts'
import { PaperLink } from './PaperLink.tsx'
import styles from './Requests.module.css'

/** An answer is looked for so often while somebody looks on. */
const betweenLooks = 60_000

/** The requests of a pass, read again now and then, and when the page is looked at again. */
export function useRequests({ address, onClosed }: Door) {
  const [requests, setRequests] = useState<PassRequest[]>([])
  const refused = useEffectEvent((problem: unknown) => {
    // Without a network they are as they were.
    if (isOver(problem)) onClosed(problem)
  })
  const read = useCallback(
    () => askPass<{ data: PassRequest[] }>(address, '/requests').then(({ data }) => setRequests(data), refused),
    [address],
  )
  const isWaiting = requests.some(({ state }) => state === 'open')
  useEffect(() => {
    void read()
  }, [read])
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && isWaiting) void read()
    }
    const timer = setInterval(look, betweenLooks)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [read, isWaiting])
  return { requests, read }
}

type Props = { requests: PassRequest[]; door: Door; isPreview: boolean; onSent: () => void }

/** What the inspector asked for, with the answers. */
export function Requests({ requests, door, isPreview, onSent }: Props) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-labelledby="pass-requests" className={styles.part}>
      <h2 id="pass-requests" className={styles.heading}>
        {t('passes.requests.title')}
      </h2>
      {requests.length === 0 && !isAsking && <p>{t('passes.requests.noneAsked')}</p>}
      {isAsking ? (
        <AskForm
          door={door}
          isPreview={isPreview}
          onCancel={() => setAsking(false)}
          onSent={() => {
            setAsking(false)
            onSent()
          }}
        />
      ) : (
        <Button variant="default" leftSection={<IconFileSearch size={20} />} onClick={() => setAsking(true)}>
          {t('passes.requests.ask')}
        </Button>
      )}
      <ul className={styles.list}>
        {requests.map(request => (
          <li key={request.id}>
            <RequestEntries request={request} file={file => <ShownFile file={file} door={door} />}>
              {request.state !== 'withdrawn' && (
                <Acts request={request} door={door} isPreview={isPreview} onSent={onSent} />
              )}
            </RequestEntries>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ShownFile({ file: { name, size, is_picture, address }, door }: { file: AnswerFile; door: Door }) {
  const { t } = useTranslation()
  if (address === null) return t('passes.requests.erased', { name })
  if (is_picture) return <AnswerPhoto name={name} address={address} door={door} />
  return <PaperLink {...{ name, size, address, door }} closed={t('passes.requests.notOpened')} />
}

type ActsProps = Omit<Props, 'requests'> & { request: PassRequest }

/** Asks again where the answer is not enough, or withdraws the request. */
function Acts({ request, door, isPreview, onSent }: ActsProps) {
  const { t } = useTranslation()
  const [missing, setMissing] = useState<string | null>(null)
  const { run, isBusy, error } = useWriting(door, () => {
    setMissing(null)
    onSent()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing?.trim() && !isPreview) void run('/request/again', { request_id: request.id, words: missing })
  }
  if (missing !== null)
    return (
      <form className={styles.form} onSubmit={submit}>
        <Textarea
          label={t('passes.requests.missing')}
          required
          autosize
          minRows={2}
          maxLength={maxRequestWords}
          value={missing}
          onChange={event => setMissing(event.currentTarget.value)}
        />
        <Problem error={error} isPreview={isPreview} />
        <Group>
          <Button type="submit" loading={isBusy} disabled={isPreview}>
            {t('passes.requests.sendAgain')}
          </Button>
          <Button variant="default" onClick={() => setMissing(null)}>
            {t('common.cancel')}
          </Button>
        </Group>
      </form>
    )
  return (
    <>
      {error !== undefined && <Problem error={error} isPreview={isPreview} />}
      <Group gap="xs">
        {request.state === 'answered' && (
          <Button variant="default" size="sm" onClick={() => setMissing('')}>
            {t('passes.requests.again')}
          </Button>
        )}
        <ConfirmButton
          question={t('passes.requests.withdrawQuestion')}
          confirmText={t('passes.requests.withdraw')}
          buttonProps={{ size: 'sm', loading: isBusy, disabled: isPreview }}
          onConfirm={() => void run('/request/withdraw', { request_id: request.id })}
        >
          {t('passes.requests.withdraw')}
        </ConfirmButton>
      </Group>
    </>
  )
}
