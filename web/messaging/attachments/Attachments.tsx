import { IconFile } from '@tabler/icons-react'
import type { Attachment } from '#shared/messaging/shapes.ts'
import { useFormat } from '../../lib/format.ts'
import { PhotoButton } from '../../ui/PhotoThumb.tsx'
import styles from './Attachments.module.css'
import { SentTaskCard as TaskCard } from './SentTaskCard.tsx'
import { SubmissionCard } from './SubmissionCard.tsx'
import { VoiceLength } from './VoiceLength.tsx'

/** What came with a message: pictures with their previews, documents with kind and size, submissions and tasks as cards. */
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
  if (attachment.type === 'task_sent') return <TaskCard id={attachment.task_sent_id} />
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
