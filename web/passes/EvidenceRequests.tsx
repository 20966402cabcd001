import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceRequest } from '#shared/passes/requests.ts'
import { formatSize } from '#shared/submissions/givenFiles.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { FileLink } from '../ui/FileLink.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { type AnswerFile, RequestEntries } from './RequestEntries.tsx'
import styles from './Requests.module.css'

const AnswerSheet = lazyPart(() => import('./AnswerSheet.tsx').then(part => part.AnswerSheet))

/** What an inspector asked for by a pass, as managers answer it. */
export function EvidenceRequests({ passId }: { passId: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(administration.passRequests.list.query({ id: passId }))
  if (!data) return null
  return (
    <section aria-labelledby="pass-requests">
      <h2 id="pass-requests">{t('passes.requests.title')}</h2>
      {data.length === 0 ? <p>{t('passes.requests.none')}</p> : <List requests={data} />}
    </section>
  )
}

/** The request that opened a task, where one did. */
export function RequestOfTask({ taskId }: { taskId: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(administration.passRequests.ofTask.query({ task_id: taskId }))
  if (!data) return null
  return (
    <section aria-labelledby="pass-request">
      <h2 id="pass-request">{t('passes.requests.title')}</h2>
      <p>
        <PathLink href={`/company/passes/${data.pass_id}`}>
          {t('passes.requests.fromTask', { holder: data.holder_name })}
        </PathLink>
      </p>
      <List requests={[data]} />
    </section>
  )
}

function List({ requests }: { requests: EvidenceRequest[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [answered, setAnswered] = useState<EvidenceRequest>()
  return (
    <>
      <ul className={styles.list}>
        {requests.map(request => (
          <li key={request.id}>
            <RequestEntries
              request={request}
              file={file => <ShownFile file={file} />}
              beside={({ action, is_undone, seen_at }) =>
                action === 'answered' && (
                  <p className={styles.quiet}>
                    {is_undone
                      ? t('passes.requests.undone')
                      : seen_at
                        ? t('passes.requests.seen', { date: format.dateTime(seen_at) })
                        : t('passes.requests.unseen')}
                  </p>
                )
              }
            >
              {request.state !== 'withdrawn' && (
                <div>
                  <Button
                    variant={request.state === 'open' ? 'filled' : 'default'}
                    onClick={() => setAnswered(request)}
                  >
                    {t(request.state === 'open' ? 'passes.requests.answer' : 'passes.requests.more')}
                  </Button>
                </div>
              )}
            </RequestEntries>
          </li>
        ))}
      </ul>
      {answered && <AnswerSheet request={answered} onClosed={() => setAnswered(undefined)} />}
    </>
  )
}

function ShownFile({ file: { name, size, is_picture, address } }: { file: AnswerFile }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (address === null) return t('passes.requests.erased', { name })
  if (is_picture) return <PhotoThumb src={address} alt={name} size={88} />
  return <FileLink href={address} name={name} size={formatSize(size, format)} />
}
