import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseMessage } from '#shared/cases/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { newKey } from '../lib/attemptKey.ts'
import { useBegunText, writtenSince } from '../lib/begunText.ts'
import { useFormat } from '../lib/format.ts'
import { inTab } from '../lib/storage.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { tellProblem } from '../ui/toast.tsx'
import { CaseFiles } from './CaseFiles.tsx'
import styles from './CasePage.module.css'

/** What the reporter and those who handle the case said to each other, and the notes that the reporter never sees. */
export function CaseTalk({ id }: { id: number }) {
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
