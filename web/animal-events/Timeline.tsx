import { Button } from '@mantine/core'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import type { TimelineEntry, TimelinePart } from '#shared/timeline/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { SubjectStatus } from '../subjects/status/SubjectStatus.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import styles from '../ui/log/Log.module.css'
import { LogSection } from '../ui/log/LogSection.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { ContentText, LocalTime } from '../ui/texts/ContentText.tsx'
import { EventEntry } from './EventEntry.tsx'
import { OnDay } from './OnDay.tsx'
import type { Owner } from './queries.ts'
import { UnsentEvents } from './UnsentEvents.tsx'

const EventForm = lazyPart(() => import('./EventForm.tsx').then(part => part.EventForm))

/** What the timeline shows: everything, a part of it, or how it was on a day. */
type Shown = TimelinePart | 'all' | 'day'
const choices: Shown[] = ['all', 'records', 'checks', 'tasks', 'messages', 'day']

/**
 * All that happened to an animal or a group, the latest first, with planned events; narrowed by kind, or to a past day.
 */
export function Timeline({ owner, isArchived }: { owner: Owner; isArchived: boolean }) {
  const { t } = useTranslation()
  const can = useAbility()
  const [show, setShow] = useState<Shown>('all')
  const [edited, setEdited] = useState<AnimalEvent | 'new'>()
  const names: Record<Shown, string> = {
    all: t('animalEvents.show.all'),
    records: t('animalEvents.show.records'),
    checks: t('animalEvents.show.checks'),
    tasks: t('animalEvents.show.tasks'),
    messages: t('animalEvents.show.messages'),
    day: t('animalEvents.onDay'),
  }
  return (
    <LogSection
      id="timeline"
      title={t('animalEvents.timeline')}
      actions={
        !isArchived &&
        can('create', 'AnimalEvent') && (
          <Button variant="default" size="sm" onClick={() => setEdited('new')}>
            {t('animalEvents.record')}
          </Button>
        )
      }
    >
      <fieldset aria-label={t('animalEvents.show.label')} className={styles.filters}>
        {choices.map(one => (
          <Button
            key={one}
            variant="default"
            size="compact-md"
            radius="xl"
            className={styles.filter}
            aria-pressed={show === one}
            onClick={() => setShow(one)}
          >
            {names[one]}
          </Button>
        ))}
      </fieldset>
      <UnsentEvents owner={owner} />
      {show === 'day' ? (
        <OnDay owner={owner} />
      ) : (
        <Entries key={show} owner={owner} show={show === 'all' ? undefined : show} onChange={setEdited} />
      )}
      {edited && (
        <EventForm owner={owner} event={edited === 'new' ? undefined : edited} onClosed={() => setEdited(undefined)} />
      )}
    </LogSection>
  )
}

type EntriesProps = { owner: Owner; show: TimelinePart | undefined; onChange: (event: AnimalEvent) => void }

/** One page after the other, each of which is kept for when there is no network. */
function Entries({ owner: { type, id }, show, onChange }: EntriesProps) {
  const { t } = useTranslation()
  const call = type === 'animal' ? api.timeline.ofAnimal : api.timeline.ofGroup
  const [befores, setBefores] = useState<(string | undefined)[]>([undefined])
  const pages = useQueries({
    queries: befores.map(before => ({
      ...call.query({ id, ...(show && { show }), ...(before && { before }) }),
      placeholderData: keepPreviousData,
    })),
  })
  const entries = pages.flatMap(({ data }) => data?.entries ?? [])
  const last = pages.at(-1)
  const next = last?.data?.next
  if (!pages[0]?.data) return null
  if (entries.length === 0)
    return (
      <p className={styles.quiet}>
        {show ? t('animalEvents.showEmpty') : `${t('animalEvents.empty')}. ${t('animalEvents.emptyText')}`}
      </p>
    )
  return (
    <>
      <ol className={styles.list}>
        {entries.map(entry =>
          entry.event ? (
            <EventEntry key={`event ${entry.id}`} event={entry.event} onChange={onChange} />
          ) : (
            <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
          ),
        )}
      </ol>
      {(next || last?.isPending) && (
        <Button
          variant="subtle"
          color="gray"
          loading={last?.isPending ?? false}
          onClick={() => next && setBefores([...befores, next])}
        >
          {t('animalEvents.more')}
        </Button>
      )}
    </>
  )
}

const pathOf = ({ kind, id, target_id }: TimelineEntry): string | null => {
  if (kind === 'submission' || kind === 'finding') return `/submission/view/${target_id}`
  if (kind === 'task') return `/company/tasks/assignments/${id}`
  return kind === 'message' ? `/messaging?conversation=${target_id}&message=${id}` : null
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation()
  const { kind, at, texts, words, user_name, state } = entry
  const path = pathOf(entry)
  const name = t(`animalEvents.timelineKinds.${kind}`)
  return (
    <li className={styles.entry}>
      <span className={styles.line}>
        <strong>{path ? <PathLink href={path}>{name}</PathLink> : name}</strong>
        {state && <SubjectStatus state={state} />}
        <LocalTime value={at} as="dateTime" />
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
