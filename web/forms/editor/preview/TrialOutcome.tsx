import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notice, OpenedTask, Outcome } from '#shared/forms/answers/outcome.ts'
import { criticalFailedIn } from '#shared/forms/scoring/criticalFailed.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import { ScoreFigure } from '../../../ui/figures/ScoreFigure.tsx'
import { useReading } from '../EditingContext.tsx'
import { keyOf, usePeople } from '../properties/consequences/PeopleField.tsx'
import { useDurationWords } from '../words/useSentences.ts'
import styles from './PhonePreview.module.css'
import type { TrialDraft } from './TrialDraft.ts'

/** The result of a test fill: its scores, and the tasks that completing it would open. */
export function TrialOutcome({ draft }: { draft: TrialDraft }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { language } = useReading()
  const { definition } = draft
  const { score, ...outcome } = useSyncExternalStore(draft.watch, draft.evaluation)
  const read = (text: LocalizedText | undefined) => textIn(text, language, definition.default_language).text
  const consequences = useOutcomeWords(read)(outcome)
  const sections = definition.sections.flatMap(({ id, title }) => {
    const percent = score.sections.find(section => section.id === id)?.percent
    return typeof percent === 'number' ? [{ id, title: read(title), percent }] : []
  })
  return (
    <section className={styles.outcome} aria-labelledby="trial-outcome">
      <h3 id="trial-outcome" className={styles.title}>
        {t('formEditor.trial.forMaker')}
      </h3>
      {score.passed !== null && !definition.settings?.score_preview && (
        <>
          <ScoreFigure {...score} criticalFailed={criticalFailedIn(score)} />
          <p className={styles.line}>{t('formEditor.trial.scoreHidden')}</p>
        </>
      )}
      {sections.length > 0 && (
        <dl className={styles.sections}>
          {sections.map(({ id, title, percent }) => (
            <div key={id} className={styles.section}>
              <dt>{title}</dt>
              <dd>{format.percent(percent / 100)}</dd>
            </div>
          ))}
        </dl>
      )}
      {consequences.length === 0 ? (
        <p className={styles.line}>{t('formEditor.trial.nothing')}</p>
      ) : (
        <div>
          <p className={styles.line}>{t('formEditor.trial.sets')}</p>
          <ul className={styles.list}>
            {consequences.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/**
 * What a filled-in form sets in motion as lines: each task with who gets it and when it is due, each message with whom
 * it reaches.
 */
function useOutcomeWords(read: (text: LocalizedText | undefined) => string): (outcome: Outcome) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useDurationWords()
  const people = usePeople().groups.flatMap(({ items }) => items)
  const nameOf = (person: Notice['to'][number]) =>
    people.find(({ value }) => value === keyOf(person))?.label ?? t('formProperties.assignees.chosen')

  const taskLine = ({ title, assignee, due_after }: OpenedTask) =>
    t('formEditor.trial.task', { title: read(title), who: nameOf(assignee), duration: duration(due_after) })

  const noticeLine = ({ to, message }: Notice) => {
    const told = { people: format.list(to.map(nameOf)), message: read(message) }
    return told.message ? t('formEditor.trial.toldSo', told) : t('formEditor.trial.told', told)
  }

  return ({ tasks, notices, subject_status: status }) => [
    ...new Set([
      ...tasks.map(taskLine),
      ...notices.map(noticeLine),
      ...(status
        ? [
            t('formLogic.says.rule', {
              rule: t('formProperties.setStatus'),
              condition: t(`formProperties.statuses.${status}`),
            }),
          ]
        : []),
    ]),
  ]
}
