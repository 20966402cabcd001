import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { RequestError } from '../lib/requestError.ts'
import { useUser } from '../lib/session/session.ts'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { usePageTitle } from '../ui/page/pageTitle.ts'
import { useFullScreenLayout } from '../ui/useFullScreenLayout.ts'
import { draftHere, forgetDraft } from './composer/useDraft.ts'
import { type MessagingSearch, useKeptConversation, useListenPresence } from './conversations.ts'
import styles from './list/ConversationList.module.css'
import { ConversationList } from './list/ConversationList.tsx'
import { PendingRow } from './thread/MessageList.tsx'
import leftOverStyles from './thread/ThreadPane.module.css'
import { ThreadPane } from './thread/ThreadPane.tsx'
import { setOpen, usePendingActions } from './thread/threads.ts'

/** Conversations, and beside them the one that is open; on phones one or the other. */
export function MessagingPage() {
  const { t } = useTranslation()
  const { conversation: id, message } = useSearch({ strict: false }) as MessagingSearch
  const navigate = useNavigate()
  // On a phone one pane at a time.
  const isNarrow = useMediaQuery('(max-width: 960px)', undefined, { getInitialValueInEffect: false })
  useListenPresence()
  usePageTitle(t('messaging.title'))
  useFullScreenLayout(isNarrow && id !== undefined)
  useEffect(() => {
    setOpen(id ?? null)
    return () => setOpen(null)
  }, [id])
  const show = useCallback(
    (search: MessagingSearch) => void navigate({ to: '/messaging', search: search as never }),
    [navigate],
  )
  const { opened, error, wasIn, retry } = useOpened(id)
  return (
    <div className={styles.page} data-open={id !== undefined || undefined}>
      <h1 className={styles.hidden}>{t('messaging.title')}</h1>
      {!(isNarrow && id !== undefined) && <ConversationList openId={id} onOpen={show} />}
      {id === undefined && !isNarrow && <p className={styles.nothing}>{t('messaging.choose')}</p>}
      {id !== undefined && opened && <ThreadPane key={id} conversation={opened} around={message} onOpen={show} />}
      {id !== undefined && !opened && error && (
        <UnsentDraftNotice key={id} id={id} error={error} wasIn={wasIn} onRetry={retry} onBack={() => show({})} />
      )}
    </div>
  )
}

const keeping = () => import('./kept/keepMessages.ts')

/** The open conversation, from the server or as the device has it, which keeps it from then on. */
function useOpened(id: number | undefined) {
  const userId = useUser()?.id
  const { data, error, refetch } = useQuery({ ...api.messaging.get.query({ id: id ?? 0 }), enabled: id !== undefined })
  const kept = useKeptConversation(id)
  useEffect(() => {
    if (!data || userId === undefined) return
    keeping()
      .then(({ keepConversation }) => keepConversation(userId, data))
      .catch(cause => console.warn('The conversation is not kept here', cause))
  }, [data, userId])
  // A person who was removed reads nothing of it any more, on this device neither.
  const isGone = error instanceof RequestError && [404, 410].includes(error.status)
  useEffect(() => {
    if (!isGone || id === undefined || userId === undefined) return
    keeping()
      .then(({ forgetConversation }) => forgetConversation(userId, id))
      .catch(cause => console.warn('The conversation is still kept here', cause))
  }, [isGone, id, userId])
  return {
    opened: isGone ? undefined : data?.id === id ? data : kept,
    error: isGone || kept === null ? error : null,
    wasIn: isGone && Boolean(data ?? kept),
    retry: refetch,
  }
}

type NoticeProps = {
  id: number
  error: unknown
  /** It was on the screen, or on this device, and somebody took the person out of it. */
  wasIn: boolean
  onRetry: () => void
  onBack: () => void
}

/** In place of a conversation that cannot be shown: why, and what one has written there and nobody has got. */
function UnsentDraftNotice({ id, error, wasIn, onRetry, onBack }: NoticeProps) {
  const { t } = useTranslation()
  const userId = useUser()?.id
  const [draft, setDraft] = useState(() => draftHere(userId, id))
  const pending = usePendingActions().filter(entry => entry.conversation_id === id && entry.deed === 'post')
  return (
    <section className={leftOverStyles.leftOverPane}>
      <ActionIcon
        className={leftOverStyles.leftOverBack}
        variant="subtle"
        size={44}
        aria-label={t('messaging.back')}
        title={t('messaging.back')}
        onClick={onBack}
      >
        <IconArrowLeft size={22} />
      </ActionIcon>
      {wasIn ? (
        <EmptyState drawing={<GateDrawing />} title={t('messaging.noLongerIn')} />
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
      {(draft || pending.length > 0) && (
        <section className={leftOverStyles.words} aria-label={t('messaging.leftOver')}>
          <h3>{t('messaging.leftOver')}</h3>
          {draft && (
            <>
              <p className={leftOverStyles.draft} dir="auto">
                {draft}
              </p>
              <div className={leftOverStyles.buttons}>
                <Button variant="default" onClick={() => void navigator.clipboard.writeText(draft)}>
                  {t('messaging.copy')}
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  onClick={() => {
                    forgetDraft(userId, id)
                    setDraft('')
                  }}
                >
                  {t('messaging.discard')}
                </Button>
              </div>
            </>
          )}
          {pending.map(entry => (
            <PendingRow key={entry.uuid} entry={entry} />
          ))}
        </section>
      )}
    </section>
  )
}
