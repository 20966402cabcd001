import { Skeleton } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Attachment } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useFormat } from '../../lib/format.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { HeldFlag } from '../../subjects/status/SubjectStatus.tsx'
import { SentTaskState } from '../../tasks/DueTime.tsx'
import { ScoreBadge } from '../../ui/figures/ScoreFigure.tsx'
import { PhotoButton } from '../../ui/PhotoThumb.tsx'
import styles from './Attachments.module.css'

/**
 * What came with a message: pictures with their previews, documents with kind and size, submissions and tasks as cards.
 */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <ul className={styles.list}>
      {attachments.map(one => (
        <li key={keyOf(one)}>
          <One attachment={one} />
        </li>
      ))}
    </ul>
  )
}

const keyOf = (one: Attachment) =>
  one.type === 'form_submission'
    ? `submission ${one.form_submission_id}`
    : one.type === 'task_sent'
      ? `task ${one.task_sent_id}`
      : one.uuid

function One({ attachment }: { attachment: Attachment }) {
  if (attachment.type === 'form_submission') return <SubmissionCard id={attachment.form_submission_id} />
  if (attachment.type === 'task_sent') return <SentTaskCard id={attachment.task_sent_id} />
  return attachment.type === 'image' ? <Picture file={attachment} /> : <Document file={attachment} />
}

type File = Extract<Attachment, { path: string }>
const largest = 280

function Picture({ file }: { file: File }) {
  const [width, height] = [file.width ?? largest, file.height ?? largest]
  const scale = Math.min(1, largest / Math.max(width, height))
  return (
    <PhotoButton src={`/storage/${file.path}`} alt={file.name}>
      <img
        className={styles.picture}
        src={`/storage/${file.preview_path ?? file.path}`}
        alt={file.name}
        width={Math.round(width * scale)}
        height={Math.round(height * scale)}
        loading="lazy"
        style={file.placeholder ? { backgroundImage: `url(${file.placeholder})` } : undefined}
      />
    </PhotoButton>
  )
}

function Document({ file }: { file: File }) {
  const format = useFormat()
  const isVoice = file.content_type === 'video/webm' && file.name.startsWith('voice')
  if (isVoice) {
    const [, seconds] = /^voice-(\d+)s/.exec(file.name) ?? []
    return (
      <span className={styles.note}>
        {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said */}
        <audio className={styles.voice} controls preload="metadata" src={`/storage/${file.path}`} />
        {seconds && <VoiceLength seconds={Number(seconds)} />}
      </span>
    )
  }
  const kind = file.name.split('.').at(-1)?.toUpperCase() ?? ''
  const size = format.number(Math.max(1, Math.round(file.size / 1024)), { style: 'unit', unit: 'kilobyte' })
  return (
    <a className={styles.document} href={`/storage/${file.path}`} download={file.name}>
      <IconFile size={24} />
      <span>
        <bdi className={styles.name}>{file.name}</bdi>
        <span className={styles.kind}>
          {kind} · {size}
        </span>
      </span>
    </a>
  )
}

/** An occurrence of a task as each reader may see it, with its state as it is now. */
function SentTaskCard({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data, isError } = useQuery(api.tasks.getSent.query({ id }))
  if (isError) return <span className={styles.card}>{t('messaging.notVisible')}</span>
  if (!data) return <Skeleton className={styles.card} height={64} />
  return (
    <Link to="/tasks/$id" params={{ id: String(id) }} className={styles.card}>
      <span>
        <span className={styles.kind}>{t('messaging.taskCard')}</span>
        <bdi className={styles.name}>{taskTitle(data)}</bdi>
        {data.subjects.map(({ type, id, withheld_until }) => (
          <HeldFlag key={`${type} ${id}`} until={withheld_until} />
        ))}
      </span>
      <SentTaskState sent={data} />
    </Link>
  )
}

/** A submission as each reader may see it: what it is, when it was submitted, and its score as it is now. */
function SubmissionCard({ id }: { id: number }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { data, isError } = useQuery(api.submissions.get.query({ id }))
  if (isError) return <span className={styles.card}>{t('messaging.notVisible')}</span>
  if (!data) return <Skeleton className={styles.card} height={64} />
  const name = textIn(data.form_name, toLocale(i18n.language), defaultLocale).text
  return (
    <Link to="/submission/view/$id" params={{ id: String(id) }} className={styles.card}>
      <span>
        <span className={styles.kind}>{t('messaging.submissionCard')}</span>
        <bdi className={styles.name}>{name}</bdi>
        {data.completed_at && (
          <span className={styles.kind}>
            {t('messaging.submittedOn', { date: format.dateTime(data.completed_at) })}
          </span>
        )}
        {data.subjects.map(({ type, id, withheld_until }) => (
          <HeldFlag key={`${type} ${id}`} until={withheld_until} />
        ))}
      </span>
      <ScoreBadge submission={data} />
    </Link>
  )
}

/** How long a voice note is: `1:07`. */
export function VoiceLength({ seconds }: { seconds: number }) {
  const format = useFormat()
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return (
    <bdi>
      {format.number(minutes)}:{format.number(rest, { minimumIntegerDigits: 2 })}
    </bdi>
  )
}
