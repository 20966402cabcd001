import { type ComponentProps, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { DayDivider, isOfNewDay } from './DayDivider.tsx'
import styles from './MessageList.module.css'
import { MessageRow } from './MessageRow.tsx'

type Props = ComponentProps<typeof MessageRow> & {
  isFirstUnread: boolean
  /** So that "today" does not outlive the day. */
  today: string
}

/** A message with the day and the line that stand above it. Drawn anew when it changed only: a list of them is, with each page and scroll. */
export const MessageItem = memo(function MessageItem({ isFirstUnread, today, ...row }: Props) {
  const { created_at } = row.message
  return (
    <div className={styles.item}>
      {isOfNewDay(created_at, row.before?.created_at) && <DayDivider value={created_at} today={today} />}
      {isFirstUnread && <UnreadLine />}
      <MessageRow {...row} />
    </div>
  )
})

function UnreadLine() {
  const { t } = useTranslation()
  return (
    <div className={styles.unread}>
      <span>{t('messaging.newLine')}</span>
    </div>
  )
}
