import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { CountBadge } from '../../ui/figures/CountBadge.tsx'

/**
 * How many messages are unread, on their place in the navigation, in the tab's title and on the app's icon: the
 * server's one number, asked every 30 seconds (specification, section 7) and whenever something is heard.
 */
export function UnreadCount() {
  const { t } = useTranslation()
  const count = useUnreadCount()
  useEffect(() => {
    if (count === 0) return void navigator.clearAppBadge?.().catch(() => undefined)
    return showOutside(count)
  }, [count])
  return <CountBadge count={count} words={t('messaging.unread', { count })} />
}

function useUnreadCount(): number {
  const enabled = useAbility()('read', 'Conversation')
  const { data } = useQuery({ ...api.messaging.unreadCount.query(), enabled, refetchInterval: 30_000 })
  return data?.unread_count ?? 0
}

const numbered = /^\(\d+\+?\) /

/**
 * Shows a number on the app's icon and in the tab's title; the returned function removes it. Every page writes the
 * title, so the number goes before the text that is there.
 */
function showOutside(count: number): () => void {
  const title = document.querySelector('title')
  const plain = () => document.title.replace(numbered, '')
  const show = () => {
    const wanted = `(${count}) ${plain()}`
    if (document.title !== wanted) document.title = wanted
  }
  const observer = new MutationObserver(show)
  if (title) observer.observe(title, { childList: true })
  show()
  navigator.setAppBadge?.(count).catch(() => undefined)
  return () => {
    observer.disconnect()
    document.title = plain()
  }
}
