import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineEntry } from '#shared/timeline/contract.ts'
import { api } from '../api.ts'
import styles from '../ui/log/Log.module.css'
import { LogSection } from '../ui/log/LogSection.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'

/** Everything that happened with an animal, whatever it is of, the latest first; read when somebody asks for it. */
export function AnimalTimeline({ id }: { id: number }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...api.timeline.ofAnimal.key, id],
    queryFn: ({ pageParam }) => api.timeline.ofAnimal({ id, ...(pageParam && { before: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isOpen,
  })
  return (
    <LogSection id="timeline" title={t('animalEvents.timeline')}>
      {!isOpen && (
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {t('animalEvents.timelineShow')}
        </Button>
      )}
      {data && (
        <ol className={styles.list}>
          {data.pages.flatMap(({ entries }) =>
            entries.map(entry => <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />),
          )}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="subtle" color="gray" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('animalEvents.more')}
        </Button>
      )}
    </LogSection>
  )
}

const pathOf = ({ kind, id, target_id }: TimelineEntry): string | null => {
  if (kind === 'submission' || kind === 'finding') return `/submission/view/${target_id}`
  if (kind === 'task') return `/company/tasks/assignments/${id}`
  return kind === 'message' ? `/messaging?conversation=${target_id}&message=${id}` : null
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation()
  const { kind, at, texts, words, user_name, event_type, event_state } = entry
  const path = pathOf(entry)
  const name = event_type ? t(`animalEvents.types.${event_type}`) : t(`animalEvents.timelineKinds.${kind}`)
  return (
    <li className={styles.entry}>
      <span className={styles.line}>
        <strong>{path ? <PathLink href={path}>{name}</PathLink> : name}</strong>
        <LocalTime value={at} as={kind === 'event' ? 'date' : 'dateTime'} />
        {event_state === 'pending' && <span className={styles.quiet}>{t('animalEvents.plan')}</span>}
      </span>
      {texts && (
        <p className={styles.words}>
          <ContentText text={texts} />
        </p>
      )}
      {words && !(kind === 'task' && texts) && (
        <p className={styles.words} dir="auto">
          {words}
        </p>
      )}
      {user_name && <span className={styles.quiet}>{t('animalEvents.by', { name: user_name })}</span>}
    </li>
  )
}
