import { type ComponentType, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evaluation } from '#shared/forms/logic.ts'
import { criticalFailedIn } from '#shared/forms/scoring/criticalFailed.ts'
import {
  RowsProvider,
  useDraft,
  useDraftSelector,
  useLocalizedText,
  useProgress,
} from '../../answers/draft/DraftContext.tsx'
import { problemOf } from '../../answers/draft/problemOf.ts'
import { FormText } from '../../answers/texts/FormText.tsx'
import { ScoreFigure } from '../../ui/figures/ScoreFigure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useRowName } from '../rows/rowList.ts'
import { useStepArrival } from './Anchors.tsx'
import styles from './EndOfForm.module.css'
import type { QuestionLinkProps } from './FillingLinks.tsx'

type Props = {
  /** A link to the question at a key. */
  Link: ComponentType<QuestionLinkProps>
}

/** The end of a form: missing answers, the result, and the tasks that it will open. */
export function EndOfForm({ Link }: Props) {
  const { t } = useTranslation()
  const draft = useDraft()
  const heading = useRef<HTMLHeadingElement>(null)
  const arriveAt = useStepArrival()
  const { definition } = draft
  const { score, tasks } = useDraftSelector(() => draft.evaluation())
  const { answered, total } = useProgress()
  const missing = useSyncExternalStore(draft.watch, draft.openQuestions).length
  const criticalFailed = criticalFailedIn(score)
  const isPreviewed = definition.settings?.score_preview

  useEffect(() => {
    draft.hasSeenEnd = true
  }, [draft])
  useEffect(() => {
    arriveAt(heading.current)
  }, [arriveAt])

  return (
    <section className={styles.end} aria-labelledby="end-of-form">
      {criticalFailed > 0 && (
        <ScoreFigure {...score} {...(!isPreviewed && { percent: null, band: null })} criticalFailed={criticalFailed} />
      )}
      <h2 id="end-of-form" ref={heading} tabIndex={-1} className={styles.title}>
        {missing > 0
          ? t('filling.missing', { count: missing })
          : t(answered < total ? 'filling.readyRequired' : 'filling.ready')}
      </h2>
      <Missing Link={Link} />
      <p className={styles.line}>{t('filling.answered', { answered, total })}</p>
      {isPreviewed && criticalFailed === 0 && <ScoreFigure {...score} criticalFailed={0} />}
      <TasksToOpen tasks={tasks} />
      {definition.footer && (
        <p className={styles.footer}>
          <FormText text={definition.footer} />
        </p>
      )}
    </section>
  )
}

/** Each question that still needs an answer, as a link to it. */
function Missing({ Link }: Props) {
  const { t } = useTranslation()
  const draft = useDraft()
  const open = useSyncExternalStore(draft.watch, draft.openQuestions)
  if (open.length === 0) return null
  return (
    <ul className={styles.missing}>
      {open.map(key => {
        const problem = problemOf(draft, key)
        return (
          <li key={key}>
            <Link at={key} className={styles.link}>
              <span className={styles.label}>
                <Asked at={key} />
              </span>
              <span className={styles.why}>
                {problem && (problem.own ? <FormText text={problem.own} /> : t(problem.text, problem.values))}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The question of a key, after its row. */
function Asked({ at }: { at: string }) {
  const { state } = useDraft()
  const rowName = useRowName()
  const instance = state.instance(at)
  const repeat = instance?.part.repeats.at(-1)?.repeat
  const row = instance?.rows.at(-1)
  return (
    <RowsProvider rows={instance?.rows ?? []}>
      {repeat && row !== undefined && `${rowName(repeat, instance?.rows ?? [])} · `}
      <FormText text={instance?.part.element?.label} />
    </RowsProvider>
  )
}

/** The tasks that the answers open, or opened, by name; nothing when there are none. */
export function TasksToOpen({ tasks, areOpened = false }: Pick<Evaluation, 'tasks'> & { areOpened?: boolean }) {
  const { t } = useTranslation()
  const read = useLocalizedText()
  if (tasks.length === 0) return null
  return (
    <Notice kind="info">
      {t(areOpened ? 'filling.opened' : 'filling.willOpen', { count: tasks.length })}
      <ul className={styles.tasks}>
        {tasks.map(task => (
          <li key={task.question_id}>{read(task.title)}</li>
        ))}
      </ul>
    </Notice>
  )
}
