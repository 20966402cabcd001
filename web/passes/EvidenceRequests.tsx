import { Button, Checkbox, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceRequest } from '#shared/passes/requests.ts'
import { maxAnswerFiles, maxRequestWords } from '#shared/passes/rules.ts'
import { formatSize } from '#shared/submissions/givenFiles.ts'
import { administration } from '../administrationApi.ts'
import { api } from '../api.ts'
import { FilesField, type SentFile } from '../files/FilesField.tsx'
import { newKey } from '../lib/attemptKey.ts'
import { useFormat } from '../lib/format.ts'
import { FileLink } from '../ui/FileLink.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import { type AnswerFile, RequestEntries } from './RequestEntries.tsx'
import styles from './Requests.module.css'

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

const none = { words: '', files: [] as SentFile[], copied: [] as string[] }

/** Answers a request for evidence, with words, photos and papers. */
function AnswerSheet({ request, onClosed }: { request: EvidenceRequest; onClosed: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  // The same until it has arrived, so that a lost answer repeats nothing.
  const [uuid] = useState(newKey)
  const [answer, setAnswer] = useState(none)
  const { words, files, copied } = answer
  const isEmpty = words.trim() === '' && files.length === 0 && copied.length === 0
  const [isRefused, setRefused] = useState(false)
  const sending = useMutation({
    mutationFn: () =>
      administration.passRequests.answer({
        ...{ id: request.id, uuid, words, copied_uuids: copied },
        file_uuids: files.map(file => file.uuid),
      }),
    onSuccess() {
      for (const { key } of [administration.passRequests, administration.passes, api.tasks])
        void queries.invalidateQueries({ queryKey: key })
      tellDone(t('passes.requests.done'))
    },
  })
  return (
    <SideSheet
      title={`${t('passes.requests.answer')} ${format.number(request.number)}`}
      onClosed={onClosed}
      hasUnsaved={!isEmpty}
    >
      {(close, leave) => (
        <form
          className={sheet.form}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            setRefused(isEmpty)
            if (!isEmpty) sending.mutate(undefined, { onSuccess: leave })
          }}
        >
          {sending.error && (
            <Notice kind="stop">
              <ProblemText error={sending.error} />
            </Notice>
          )}
          {isRefused && isEmpty && <Notice kind="attention">{t('passes.requests.empty')}</Notice>}
          <Textarea
            label={t('passes.requests.words')}
            description={request.shows_names ? undefined : t('passes.requests.namesReplaced')}
            autosize
            minRows={3}
            maxLength={maxRequestWords}
            value={words}
            onChange={event => setAnswer({ ...answer, words: event.currentTarget.value })}
          />
          {!request.shows_names && <Notice kind="info">{t('passes.requests.openAsIs')}</Notice>}
          <FilesField
            label={t('passes.requests.files')}
            add={t('passes.requests.addFile')}
            most={maxAnswerFiles}
            files={files}
            onAdd={file => setAnswer(now => ({ ...now, files: [...now.files, file] }))}
            onRemove={gone => setAnswer(now => ({ ...now, files: now.files.filter(file => file.uuid !== gone) }))}
          />
          <Existing copied={copied} onChange={chosen => setAnswer({ ...answer, copied: chosen })} />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={sending.isPending}>
              {t('passes.requests.answer')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}

/** Certificates that are offered. */
const shown = 100

/** Files of certificates that the company has already; those of people are never offered. */
function Existing({ copied, onChange }: { copied: string[]; onChange: (copied: string[]) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(api.papers.list.query({ per_page: shown }))
  const offered = (data?.data ?? [])
    .filter(({ holder_id }) => holder_id === null)
    .flatMap(({ kind, vehicle_name, files }) =>
      files.map(({ uuid, name }) => ({
        uuid,
        label: [t(`certificates.kinds.${kind}`), vehicle_name, name].filter(Boolean).join(' · '),
      })),
    )
  if (offered.length === 0) return null
  return (
    <Checkbox.Group
      label={t('passes.requests.existing')}
      description={t('passes.requests.existingHint')}
      value={copied}
      onChange={chosen => onChange(chosen.slice(0, maxAnswerFiles))}
    >
      <div className={styles.existing}>
        {offered.map(({ uuid, label }) => (
          <Checkbox key={uuid} value={uuid} label={<bdi>{label}</bdi>} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
