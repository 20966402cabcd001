import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { LocalTime } from '../../ui/texts/LocalTime.tsx'
import { messagingApi } from '../api.ts'
import { Attachments } from '../attachments/Attachments.tsx'
import { nameOf } from '../names.ts'
import type { MessagingSearch } from '../screens.ts'
import styles from './Sheets.module.css'

type Props = { conversation: Conversation; onClosed: () => void; onOpen: (search: MessagingSearch) => void }

/** The files and pictures of a conversation, newest first, and what was pinned; each leads to where it was said. */
export function FilesSheet({ conversation, onClosed, onOpen }: Props) {
  const { t } = useTranslation()
  const { id, type } = conversation
  const files = useQuery(messagingApi.files.query({ id })).data
  const pinned = useQuery(messagingApi.pinned.query({ id })).data
  const row = (message: Message, close: () => void) => (
    <li key={message.id}>
      <Attachments attachments={message.attachments} />
      {message.message_text && (
        <span className={styles.words} dir="auto">
          {message.message_text}
        </span>
      )}
      <Button
        className={styles.where}
        variant="subtle"
        size="compact-md"
        onClick={() => {
          onOpen({ conversation: id, message: message.id })
          close()
        }}
      >
        <span>
          <bdi>{nameOf(message.sender, type, t)}</bdi> · <LocalTime value={message.created_at} />
        </span>
      </Button>
    </li>
  )
  return (
    <SideSheet title={t('messaging.files')} onClosed={onClosed}>
      {close => (
        <>
          {pinned && pinned.length > 0 && (
            <section className={styles.section}>
              <h3>{t('messaging.pinned')}</h3>
              <ul className={styles.files}>{pinned.map(message => row(message, close))}</ul>
            </section>
          )}
          {files?.length === 0 && <p className={styles.dimmed}>{t('messaging.noFiles')}</p>}
          <ul className={styles.files}>{files?.map(message => row(message, close))}</ul>
        </>
      )}
    </SideSheet>
  )
}
