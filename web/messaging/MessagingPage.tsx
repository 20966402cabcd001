import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { RequestError } from '../lib/requestError.ts'
import { useUser } from '../lib/session/session.ts'
import { usePageTitle } from '../ui/page/pageTitle.ts'
import { useFullScreenLayout } from '../ui/useFullScreenLayout.ts'
import styles from './list/ConversationList.module.css'
import { ConversationList } from './list/ConversationList.tsx'
import { useKeptConversation } from './list/useConversations.ts'
import { type MessagingSearch, useListenPresence } from './people.ts'
import { UnsentDraftNotice } from './thread/PendingRow.tsx'
import { ThreadPane } from './thread/ThreadPane.tsx'
import { setOpen } from './thread/threads.ts'

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
