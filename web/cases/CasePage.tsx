import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseDetail, CaseFile, CaseMessage } from '#shared/cases/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { formatSize } from '#shared/submissions/givenFiles.ts'
import { api } from '../api.ts'
import { PdfButton } from '../documents/PdfButton.tsx'
import { useAbility } from '../lib/ability.tsx'
import { newKey } from '../lib/attemptKey.ts'
import { useBegunText, writtenSince } from '../lib/begunText.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { inTab } from '../lib/storage.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { tellProblem } from '../ui/toast.tsx'
import { CaseLines } from './CaseLines.tsx'
import { CaseLog, CaseState, Clock } from './CaseState.tsx'
import styles from './Cases.module.css'

/** A case for the people who handle it: status, deadline, messages, report, and who read it. */
export function CasePage() {
  const { t, i18n } = useTranslation()
  const { id } = useParams({ from: '/shell/case/$id' })
  const { data: found, error, refetch } = useQuery(api.cases.get.query({ id: Number(id) }))
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!found) return <PageSkeleton />
  const name = textIn(found.form_name, toLocale(i18n.language), found.default_language).text
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: '/case', text: t('cases.title') }}
        actions={
          <PdfButton wanted={{ kind: 'case', record_id: found.id }} text={t('cases.pdf.save')} variant="default" />
        }
      >
        {t('cases.number', { number: String(found.id) })}
      </PageHeader>
      <div className={styles.columns}>
        <Facts found={found} />
        <div className={styles.main}>
          <section aria-labelledby="reported" className={styles.part}>
            <h2 id="reported" className={styles.title}>
              {t('cases.reported')}
            </h2>
            <CaseLines lines={found.lines} />
            <CaseFiles id={found.id} files={found.files} />
          </section>
          <CaseTalk id={found.id} />
          <CaseLog log={found.log} />
        </div>
      </div>
    </>
  )
}

function Facts({ found }: { found: CaseDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const can = useAbility()
  const days = [
    [t('cases.received'), found.received_on],
    [t('cases.acknowledged'), found.acknowledged_on],
    [t('cases.answered'), found.answered_on],
    [t('cases.eraseOn'), found.erase_on],
  ] as const
  return (
    <aside className={styles.facts}>
      <Clock of={found} />
      {can('update', 'Case') && <CaseState found={found} />}
      <dl className={styles.list}>
        <div>
          <dt>{t('cases.identity')}</dt>
          <dd>{t(`cases.identities.${found.identity}`)}</dd>
        </div>
        {found.contact && (
          <div>
            <dt>{t('cases.contact')}</dt>
            <dd dir="auto">{found.contact}</dd>
          </div>
        )}
        {days.map(
          ([name, day]) =>
            day && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{format.date(day)}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.help}>{t(`cases.identityHelp.${found.identity}`)}</p>
      <p className={styles.help}>{t('cases.law')}</p>
    </aside>
  )
}

/** What the reporter and those who handle the case said to each other, and the notes that the reporter never sees. */
function CaseTalk({ id }: { id: number }) {
  const { t } = useTranslation()
  const can = useAbility()
  const { data: messages, error, refetch } = useQuery(api.cases.messages.query({ id }))
  return (
    <section aria-labelledby="talk">
      <h2 id="talk" className={styles.title}>
        {t('cases.messages')}
      </h2>
      {!messages && error && <ErrorState error={error} onRetry={refetch} />}
      {messages && messages.length > 0 && (
        <ol className={styles.said} aria-label={t('cases.messages')}>
          {messages.map(message => (
            <Said key={message.id} id={id} message={message} />
          ))}
        </ol>
      )}
      {can('update', 'Case') && <Write id={id} />}
    </section>
  )
}

function Said({ id, message: { kind, text, by, said_on, files } }: { id: number; message: CaseMessage }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li className={styles.message} data-kind={kind}>
      <p className={styles.who}>
        <span>{t(`cases.kinds.${kind}`)}</span>
        {by && <bdi>{by.name}</bdi>}
        <span>{format.date(said_on)}</span>
      </p>
      {text && (
        <p className={styles.words} dir="auto">
          {text}
        </p>
      )}
      <CaseFiles id={id} files={files} />
    </li>
  )
}

/** An answer or a note. What is begun stays in this tab until it is sent, and nowhere else: it is confidential. */
function Write({ id }: { id: number }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [kind, setKind] = useState<'answer' | 'note'>('answer')
  const [text, setText] = useBegunText(inTab, `tend-case-${id}`)
  // The same words again, after an answer that was lost, are one message.
  const uuid = useRef(newKey())
  const { mutate, isPending } = useMutation({
    mutationFn: (written: string) => api.cases.say({ id, uuid: uuid.current, kind, text: written.trim() }),
    onSuccess: (_, written) => {
      uuid.current = newKey()
      setText(now => writtenSince(now, written))
    },
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.cases.key }),
  })
  return (
    <form
      className={styles.write}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (text.trim() && !isPending) mutate(text)
      }}
    >
      <SegmentedControl
        aria-label={t('cases.write')}
        value={kind}
        data={(['answer', 'note'] as const).map(value => ({ value, label: t(`cases.writing.${value}`) }))}
        onChange={value => setKind(value === 'note' ? 'note' : 'answer')}
      />
      <Textarea
        label={t(`cases.writing.${kind}`)}
        description={t(`cases.writingHelp.${kind}`)}
        dir="auto"
        autosize
        minRows={3}
        maxLength={20_000}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Button type="submit" className={styles.send} disabled={!text.trim()} loading={isPending}>
        {t(`cases.send.${kind}`)}
      </Button>
    </form>
  )
}

/** Files that a reporter sent, to be saved: they lie behind the case right and have no address of their own. */
function CaseFiles({ id, files }: { id: number; files: CaseFile[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <div className={styles.files}>
      {files.map(file => (
        <Button
          key={file.id}
          variant="default"
          leftSection={<IconDownload size={18} />}
          onClick={() =>
            api.cases.file({ id, case_file_id: file.id }).then(
              content => saveFile(content, file.name),
              error => void tellProblem(error),
            )
          }
        >
          {t('cases.saveFile', { name: file.name, size: formatSize(file.size, format) })}
        </Button>
      ))}
    </div>
  )
}
