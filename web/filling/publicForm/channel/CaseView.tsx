/**
 * Where a reporter comes back with the code of their case: reads what was answered, says more, brings files. It asks
 * nothing of this device; nothing is kept here, and a page that is loaded again asks for the code again.
 */

import { Button, FileInput, Textarea } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReporterCase } from '#shared/cases/publicCase.ts'
import { CodeGate } from '../../../auth/CodeGate.tsx'
import { DescriptionSkeleton } from '../../../auth/EntranceCard.tsx'
import { CaseLines } from '../../../cases/CaseLines.tsx'
import { newKey } from '../../../lib/attemptKey.ts'
import { writtenSince } from '../../../lib/begunText.ts'
import { errorText } from '../../../lib/errorText.ts'
import { useFormat } from '../../../lib/format.ts'
import { useAction } from '../../../lib/useAction.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { usePageTitle } from '../../../ui/page/pageTitle.ts'
import { ContentText } from '../../../ui/texts/ContentText.tsx'
import { Frame, useFormTexts } from '../Frame.tsx'
import { bringToCase, getCase } from '../publicLink.ts'
import styles from './CaseView.module.css'

type Opened = { code: string; found: ReporterCase }

export function CaseReturn() {
  const hasTexts = useFormTexts()
  const [opened, setOpened] = useState<Opened>()
  const { company_name = '', company_logo } = opened?.found ?? {}
  return (
    <Frame company={company_name} logo={company_logo}>
      {!hasTexts ? (
        <DescriptionSkeleton />
      ) : opened ? (
        <CaseView
          {...opened}
          onChange={found => setOpened({ ...opened, found })}
          onClose={() => setOpened(undefined)}
        />
      ) : (
        <CodeGate onCode={async code => setOpened({ code, found: await getCase(code) })} />
      )}
    </Frame>
  )
}

type Props = { code: string; found: ReporterCase; onChange: (found: ReporterCase) => void; onClose: () => void }

/** A case as its reporter reads it: its state, its messages, and the report. */
export function CaseView({ code, found, onChange, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(t('publicCase.yours'))
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.view}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        <ContentText text={found.form_name} fallback={found.default_language} />
      </h1>
      <dl className={styles.facts}>
        <Fact name={t('publicCase.state')} value={t(`publicCase.states.${found.status}`)} />
        <Fact name={t('publicCase.received')} value={format.date(found.received_on)} />
        {found.answered_on === null ? (
          <Fact name={t('publicCase.answerBy')} value={format.date(found.answer_by)} />
        ) : (
          <Fact name={t('publicCase.answered')} value={format.date(found.answered_on)} />
        )}
        {found.erase_on && <Fact name={t('publicCase.eraseOn')} value={format.date(found.erase_on)} />}
      </dl>
      <section aria-labelledby="said">
        <h2 id="said" className={styles.heading}>
          {t('publicCase.messages')}
        </h2>
        {found.messages.length === 0 && <p className={styles.dimmed}>{t('publicCase.noMessages')}</p>}
        <ol className={styles.messages} aria-label={t('publicCase.messages')}>
          {found.messages.map(({ from_company, text, said_on, files }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was said stays where it stands
            <li key={at} className={styles.message} data-own={!from_company || undefined}>
              <p className={styles.who}>
                {from_company ? <bdi>{found.company_name}</bdi> : t('publicCase.you')} · {format.date(said_on)}
              </p>
              {text && (
                <p className={styles.words} dir="auto">
                  {text}
                </p>
              )}
              {files.length > 0 && (
                <p className={styles.dimmed}>{t('publicCase.files', { number: format.number(files.length) })}</p>
              )}
            </li>
          ))}
        </ol>
        <Reply code={code} onSaid={onChange} />
      </section>
      <section aria-labelledby="reported">
        <h2 id="reported" className={styles.heading}>
          {t('publicCase.reported')}
        </h2>
        <CaseLines lines={found.lines} />
      </section>
      <Button variant="default" className={styles.close} onClick={onClose}>
        {t('publicCase.leave')}
      </Button>
    </div>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

/** Text that is typed here is nowhere but on this page; the browser asks before it is left. */
function Reply({ code, onSaid }: { code: string; onSaid: (found: ReporterCase) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  // Sent again after an answer that was lost, it is one message.
  const attempt = useRef<string>(undefined)
  const isWritten = text.trim() !== '' || file !== null
  useEffect(() => {
    if (!isWritten) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isWritten])

  const {
    run: send,
    isBusy,
    error: problem,
  } = useAction(async () => {
    attempt.current ??= newKey()
    onSaid(await bringToCase(code, { uuid: attempt.current, text: text.trim(), file: file ?? undefined }))
    attempt.current = undefined
    setText(now => writtenSince(now, text))
    setFile(now => (now === file ? null : now))
  })

  return (
    <form
      className={styles.reply}
      onSubmit={event => {
        event.preventDefault()
        if (isWritten && !isBusy) void send()
      }}
    >
      <Textarea
        label={t('publicCase.reply')}
        description={t('publicCase.replyHelp')}
        dir="auto"
        autosize
        minRows={3}
        maxLength={20_000}
        value={text}
        onChange={event => {
          attempt.current = undefined
          setText(event.currentTarget.value)
        }}
      />
      <FileInput
        label={t('publicCase.file')}
        description={t('publicCase.fileHelp')}
        leftSection={<IconPaperclip size={18} />}
        clearable
        clearButtonProps={{ 'aria-label': t('publicCase.removeFile') }}
        value={file}
        onChange={chosen => {
          attempt.current = undefined
          setFile(chosen)
        }}
      />
      {problem !== undefined && <Notice kind="attention">{errorText(problem, t)}</Notice>}
      <Button type="submit" size="lg" className={styles.send} disabled={!isWritten} loading={isBusy}>
        {t('publicCase.send')}
      </Button>
    </form>
  )
}
