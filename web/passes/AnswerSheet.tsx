import { Button, Checkbox, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceRequest } from '#shared/passes/requests.ts'
import { maxAnswerFiles, maxRequestWords } from '#shared/passes/rules.ts'
import { administration } from '../administrationApi.ts'
import { api } from '../api.ts'
import { FilesField, type SentFile } from '../files/FilesField.tsx'
import { newKey } from '../lib/attemptKey.ts'
import { useFormat } from '../lib/format.ts'
import { Notice } from '../ui/Notice.tsx'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './Requests.module.css'

const none = { words: '', files: [] as SentFile[], copied: [] as string[] }

/** Answers a request for evidence, with words, photos and papers. */
export function AnswerSheet({ request, onClosed }: { request: EvidenceRequest; onClosed: () => void }) {
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
