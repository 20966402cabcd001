import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { statusIcons } from '../../ui/Notice.tsx'
import styles from '../Tasks.module.css'
import type { TaskCompletion } from './completionHandler.ts'
import { canUndo, undoCompletions } from './pendingCompletions.ts'

type Props = {
  ends: readonly TaskCompletion[]
  /** Called when the row goes while the keyboard is on it. */
  onFocusLost: () => void
}

/** Takes the place of a task while ending it can be undone. The keyboard stays with it. */
export function EndedRow({ ends, onFocusLost }: Props) {
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const focusLost = useRef(onFocusLost)
  const [first] = ends
  const status = first?.how === 'complete' ? 'ok' : 'info'
  const Icon = statusIcons[status]

  useLayoutEffect(() => {
    const element = row.current
    if (document.activeElement === document.body) element?.querySelector('button')?.focus({ preventScroll: true })
    return () => {
      const hadFocus = element?.contains(document.activeElement)
      queueMicrotask(() => hadFocus && !element?.isConnected && focusLost.current())
    }
  }, [])

  return (
    <div ref={row} className={styles.ended} data-status={status}>
      <Icon size={20} />
      <span className={styles.endedText} role="status">
        {t(`tasks.ended.${first?.how ?? 'complete'}`, { count: ends.length, title: first?.title ?? '' })}
      </span>
      <Button variant="subtle" color="gray" onClick={() => undoCompletions(ends.map(({ sent_id }) => sent_id))}>
        {t('common.undo')}
      </Button>
    </div>
  )
}

const toContent = () => document.getElementById('content')?.focus({ preventScroll: true })

/** What was just completed or skipped, while it can be undone. */
export function JustEnded({ ends }: { ends: readonly TaskCompletion[] }) {
  const fresh = ends.filter(canUndo)
  const kinds = (['complete', 'skip'] as const).map(kind => fresh.filter(end => end.how === kind))
  return kinds.map(
    ([first, ...more]) =>
      first && (
        <div key={first.how} className={styles.justEnded}>
          <EndedRow ends={[first, ...more]} onFocusLost={toContent} />
        </div>
      ),
  )
}
