import { Button } from '@mantine/core'
import { IconCheck, IconFlag, IconForms, IconPlayerSkipForward } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { worstStatus } from '#shared/subjects/registry.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { useFormat } from '../lib/format.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { registerIcons } from '../subjects/registerIcons.ts'
import { HeldFlag, SubjectStatus } from '../subjects/status/SubjectStatus.tsx'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SwipeRow } from '../ui/list/SwipeRow.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { ContentText, JoinedTexts } from '../ui/texts/ContentText.tsx'
import { EndedRow } from './completion/EndedRow.tsx'
import { canUndo } from './completion/pendingCompletions.ts'
import { SkipSheet, useComplete } from './completion/TaskActions.tsx'
import { DueTime } from './DueTime.tsx'
import { useFilledInTasks, useOwnTasks, useTaskEnds } from './queries.ts'
import styles from './Tasks.module.css'
import { fillingPath, stateOf } from './taskState.ts'

type Props = {
  sent: SentTask
  now: number
  /** The most urgent one: it has the screen's main button. */
  isFirst: boolean
}

/** One open task. The card opens its form at once, or its page where it has no form; a swipe or a button ends it. */
export function TaskCard({ sent, now, isFirst }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isSkipping, setSkipping] = useState(false)
  const page = `/tasks/${sent.id}`
  const { filling, fillingText, complete, asking, button } = useTaskAction(sent, isFirst ? 'filled' : 'default')

  return (
    <>
      <SwipeRow
        forwards={
          filling
            ? { icon: IconForms, text: fillingText, status: 'info', onSwipe: () => navigate({ href: filling }) }
            : { icon: IconCheck, text: t('tasks.complete'), status: 'ok', onSwipe: complete }
        }
        backwards={{
          icon: IconPlayerSkipForward,
          text: t('tasks.skip'),
          status: 'attention',
          onSwipe: () => setSkipping(true),
        }}
      >
        <article className={styles.card} data-state={stateOf(sent, now)} data-task={sent.id}>
          <h4 className={styles.title}>
            <PathLink href={filling ?? page} className={styles.link}>
              <bdi>{taskTitle(sent)}</bdi>
            </PathLink>
          </h4>
          <div className={styles.facts}>
            <DueTime sent={sent} now={now} />
            <SubjectFact subjects={sent.subjects} />
            {sent.form_name && (
              <span className={styles.fact}>
                <IconForms size={18} />
                <ContentText text={sent.form_name} />
              </span>
            )}
            {(sent.priority === 'urgent' || sent.priority === 'high') && (
              <span className={styles.fact}>
                <IconFlag size={18} />
                {t(`tasks.priorities.${sent.priority}`)}
              </span>
            )}
          </div>
          {sent.description && (
            <p className={styles.description}>
              <bdi>{sent.description}</bdi>
            </p>
          )}
          {sent.origin_photos?.length > 0 && (
            <div className={styles.photos}>
              <OriginPhotos sent={sent} />
            </div>
          )}
          <div className={styles.actions}>
            {button}
            <Button variant="subtle" color="gray" onClick={() => setSkipping(true)}>
              {t('tasks.skip')}
            </Button>
            <Button component={PathLink} href={page} variant="subtle" color="gray">
              {t('tasks.details')}
            </Button>
          </div>
        </article>
      </SwipeRow>
      {asking}
      {isSkipping && <SkipSheet tasks={[sent]} onClosed={() => setSkipping(false)} />}
    </>
  )
}

/** How an open task is done: its form is filled in, or it is completed, perhaps after a question. */
function useTaskAction(sent: SentTask, variant: 'filled' | 'default') {
  const { t } = useTranslation()
  const filling = fillingPath(sent)
  const begunHere = useQueue().byAbout
  const isBegun = sent.submission_id !== null || begunHere.has(`SentTask ${sent.id}`)
  const fillingText = isBegun ? t('tasks.goOn') : t('tasks.fillIn')
  const { complete, asking } = useComplete(sent)
  const button = filling ? (
    <Button component={PathLink} href={filling} variant={variant} leftSection={<IconForms size={20} />}>
      {fillingText}
    </Button>
  ) : (
    <Button variant={variant} leftSection={<IconCheck size={20} />} onClick={complete}>
      {t('tasks.complete')}
    </Button>
  )
  return { filling, fillingText, complete, asking, button }
}

/**
 * Does one of the person's open tasks where it is shown without its card, and takes that back while it can be.
 */
export function OwnTaskAction({ sentTaskId, onFocusLost }: { sentTaskId: number; onFocusLost: () => void }) {
  const sent = useOwnTasks().data?.tasks.find(({ id }) => id === sentTaskId)
  const end = useTaskEnds().find(({ sent_id }) => sent_id === sentTaskId)
  const isFilledIn = useFilledInTasks().some(({ id }) => id === sentTaskId)
  if (end) return canUndo(end) && <EndedRow ends={[end]} onFocusLost={onFocusLost} />
  return sent && !isFilledIn && <TaskAction sent={sent} />
}

function TaskAction({ sent }: { sent: SentTask }) {
  const { t } = useTranslation()
  const [isSkipping, setSkipping] = useState(false)
  const { button, asking } = useTaskAction(sent, 'default')
  return (
    <>
      {button}
      <Button variant="subtle" color="gray" onClick={() => setSkipping(true)}>
        {t('tasks.skip')}
      </Button>
      {asking}
      {isSkipping && <SkipSheet tasks={[sent]} onClosed={() => setSkipping(false)} />}
    </>
  )
}

/** The subjects of a task in one line of a card, with the worst of their states. More than three are counted. */
function SubjectFact({ subjects }: { subjects: NamedSubject[] }) {
  const format = useFormat()
  const [first] = subjects
  if (!first) return null
  const Icon = registerIcons[first.type]
  const names = subjects.slice(0, 3).map(({ name }) => name)
  const worst = worstStatus(subjects.flatMap(({ status }) => status?.state ?? []))
  const longest = subjects
    .flatMap(({ withheld_until }) => withheld_until ?? [])
    .sort()
    .at(-1)
  const more = subjects.length - names.length
  return (
    <span className={styles.fact}>
      <Icon size={18} />
      <JoinedTexts texts={names} between=", " />
      {more > 0 && ` +${format.number(more)}`}
      {worst && worst !== 'ok' && <SubjectStatus state={worst} />}
      <HeldFlag until={longest} />
    </span>
  )
}

/** What was photographed when it was found; nothing where nothing was. */
export function OriginPhotos({ sent }: { sent: SentTask }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { origin_photos } = sent
  // Copies of earlier versions know of none.
  if (!origin_photos?.length) return null
  return (
    <div className={styles.originPhotosPhotos}>
      {origin_photos.map(({ path }, index) => (
        <PhotoThumb
          key={path}
          src={`/storage/${path}`}
          alt={t('submissions.photoOf', { number: format.number(index + 1), question: taskTitle(sent) })}
          size={88}
        />
      ))}
    </div>
  )
}

/** Photos of the person who did it. */
export function ProofPhotos({ photos }: { photos: SentTask['proof_photos'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.originPhotosPhotos}>
      {photos.map(({ path }, index) => (
        <PhotoThumb
          key={path}
          src={`/storage/${path}`}
          alt={t('filling.photoNumber', { number: format.number(index + 1) })}
          size={88}
        />
      ))}
    </div>
  )
}

/** For those whose role or company has no tasks. */
export function NoTasks() {
  const { t } = useTranslation()
  return <EmptyState drawing={<ClipboardDrawing />} title={t('today.noTasks')} text={t('today.noTasksText')} />
}
