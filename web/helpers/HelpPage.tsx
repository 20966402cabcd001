import { Button, FileButton, Text, Textarea } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDescription, HelpTask } from '#shared/actions/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { EntranceCard } from '../auth/EntranceCard.tsx'
import { writtenSince } from '../lib/begunText.ts'
import { request } from '../lib/client.ts'
import { errorText } from '../lib/errorText.ts'
import { useAction } from '../lib/useAction.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './Helpers.module.css'

type Found = ActionDescription & { task: HelpTask }

/** What somebody outside the company sees by the link of their mail: one task, and what they can do there. */
export function HelpPage({ path, found: first }: { path: string; found: Found }) {
  const { t, i18n } = useTranslation()
  const [found, setFound] = useState(first)
  const [comment, setComment] = useState('')
  const [photo, setPhoto] = useState<File | null>(null)
  const [chosen, setChosen] = useState<'leave' | 'complete'>()
  const [hasLeft, setLeft] = useState(false)
  const { task } = found
  const { state } = task
  const format = formatsOf(i18n.language, task.time_zone)
  const words = { person: found.invited_by ?? '', company: found.company_name ?? '' }

  const {
    run: send,
    isBusy,
    error: failure,
  } = useAction(async (how: 'leave' | 'complete') => {
    setChosen(how)
    const body = new FormData()
    if (comment.trim()) body.append('comment', comment.trim())
    if (how === 'complete') body.append('complete', 'true')
    if (photo) body.append('file', photo)
    const now = await request<Found>('POST', path, { body, isAnonymous: true })
    setFound(now)
    setComment(now => writtenSince(now, comment))
    setPhoto(now => (now === photo ? null : now))
    setLeft(how === 'leave')
  })
  const busy = isBusy ? chosen : undefined

  return (
    <EntranceCard title={task.title}>
      <Text mt="xs">{t('helpers.page.asks', words)}</Text>
      {task.message && <Text className={styles.text}>{task.message}</Text>}
      <dl className={styles.facts}>
        <dt>{t('helpers.page.due')}</dt>
        <dd>
          <time dateTime={task.due_at}>{format.dateTime(task.due_at)}</time>
        </dd>
        {task.subjects[0] && (
          <>
            <dt>{t('helpers.page.about')}</dt>
            <dd>
              <bdi>{format.list(task.subjects)}</bdi>
            </dd>
          </>
        )}
      </dl>
      {task.description && (
        <Text className={styles.text} dir="auto">
          {task.description}
        </Text>
      )}
      {task.notes[0] && (
        <section>
          <Text className={styles.small}>{t('helpers.page.said')}</Text>
          {task.notes.map(note => (
            <p key={note.created_at} className={styles.text} dir="auto">
              {[note.text, note.file_name].filter(Boolean).join(' · ')}
            </p>
          ))}
        </section>
      )}
      <div className={styles.form}>
        {!!failure && <Notice kind="stop">{errorText(failure, t)}</Notice>}
        {state === 'done' && <Notice kind="ok">{t('helpers.page.done', words)}</Notice>}
        {state === 'over' && <Notice kind="info">{t('helpers.page.over')}</Notice>}
        {hasLeft && state === 'open' && <Notice kind="ok">{t('helpers.page.left', words)}</Notice>}
        {state === 'open' && !task.can_complete && <Notice kind="info">{t('helpers.page.form', words)}</Notice>}
        <Textarea
          label={t('helpers.page.comment')}
          autosize
          minRows={2}
          maxLength={2000}
          value={comment}
          onChange={event => setComment(event.currentTarget.value)}
        />
        <FileButton onChange={setPhoto} accept="image/*">
          {props => (
            <Button {...props} variant="default" leftSection={<IconCamera size={20} />} fullWidth>
              {photo ? t('helpers.page.another') : t('helpers.page.photo')}
            </Button>
          )}
        </FileButton>
        {photo && (
          <div className={styles.who}>
            <bdi className={styles.email}>{photo.name}</bdi>
            <Button variant="default" onClick={() => setPhoto(null)}>
              {t('helpers.page.remove')}
            </Button>
          </div>
        )}
        <Button
          variant={task.can_complete ? 'default' : 'filled'}
          size="lg"
          fullWidth
          disabled={!(comment.trim() || photo) || busy === 'complete'}
          loading={busy === 'leave'}
          onClick={() => send('leave')}
        >
          {t('helpers.page.leave')}
        </Button>
        {task.can_complete && (
          <Button
            size="lg"
            fullWidth
            disabled={busy === 'leave'}
            loading={busy === 'complete'}
            onClick={() => send('complete')}
          >
            {t('helpers.page.complete')}
          </Button>
        )}
        <Text className={styles.small}>{t('helpers.page.until', { date: format.dateTime(task.expires_at) })}</Text>
      </div>
    </EntranceCard>
  )
}
