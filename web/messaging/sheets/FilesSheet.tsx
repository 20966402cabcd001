import { Button, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filesPage } from '#shared/messaging/rules.ts'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { QueryBoundary } from '../../ui/QueryBoundary.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { LocalTime } from '../../ui/texts/ContentText.tsx'
import { Attachments } from '../attachments/Attachments.tsx'
import { type MessagingSearch, nameOf } from '../conversations.ts'
import styles from './Sheets.module.css'

type Props = { conversation: Conversation; onClosed: () => void; onOpen: (search: MessagingSearch) => void }
const kinds = ['all', 'image', 'document'] as const

/** The files and pictures of a conversation, newest first, and what was pinned; each leads to where it was said. */
export function FilesSheet({ conversation, onClosed, onOpen }: Props) {
  const { t } = useTranslation()
  const { id, type } = conversation
  const [kind, setKind] = useState<(typeof kinds)[number]>('all')
  const files = useInfiniteQuery({
    queryKey: [...api.messaging.files.key, id, kind],
    queryFn: ({ pageParam, signal }) =>
      api.messaging.files({ id, ...(kind !== 'all' && { kind }), ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: page => (page.length === filesPage ? page.at(-1)?.id : undefined),
  })
  const pinned = useQuery(api.messaging.pinned.query({ id })).data
  const row = (message: Message, close: () => void) => (
    <li key={message.id}>
      <Attachments attachments={message.attachments} />
      {message.message_text && (
        <span className={styles.words}>
          <bdi>{message.message_text}</bdi>
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
          <SegmentedControl
            className={styles.kinds}
            fullWidth
            aria-label={t('messaging.files')}
            value={kind}
            data={kinds.map(value => ({ value, label: t(`messaging.fileKind.${value}`) }))}
            onChange={value => setKind(kinds.find(one => one === value) ?? 'all')}
          />
          <QueryBoundary query={files}>
            {({ pages }) =>
              pages[0]?.length === 0 ? (
                <p className={styles.dimmed}>{t(kind === 'all' ? 'messaging.noFiles' : 'messaging.noneOfKind')}</p>
              ) : (
                <ul className={styles.files}>{pages.flat().map(message => row(message, close))}</ul>
              )
            }
          </QueryBoundary>
          <Earlier query={files} />
        </>
      )}
    </SideSheet>
  )
}

type EarlierProps = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }

/** Fetches the page of messages before those that are listed; nothing where there is none. */
export function Earlier({ query }: EarlierProps) {
  const { t } = useTranslation()
  if (!query.hasNextPage) return null
  return (
    <Button
      className={styles.earlier}
      variant="subtle"
      color="gray"
      loading={query.isFetchingNextPage}
      onClick={() => query.fetchNextPage()}
    >
      {t('messaging.older')}
    </Button>
  )
}
