/** The form that is being written, on a phone, with what completing it would set in motion. */
import { useDeferredValue, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notice, OpenedTask, Outcome } from '#shared/forms/answers/outcome.ts'
import type { FormDetail } from '#shared/forms/contract.ts'
import { criticalFailedIn } from '#shared/forms/scoring/criticalFailed.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import { ScoreFigure } from '../../../ui/figures/ScoreFigure.tsx'
import { useReading, useShown } from '../EditingContext.tsx'
import { keyOf, usePeople } from '../properties/consequences/PeopleField.tsx'
import { useDurationWords } from '../words/useSentences.ts'
import { PhoneForm } from './PhoneForm.tsx'
import styles from './PhonePreview.module.css'
import type { TrialDraft } from './TrialDraft.ts'

export function PhonePreview({ form }: { form: FormDetail }) {
  const { state } = useShown()
  const { language, selected } = state
  const definition = useDeferredValue(state.content.definition)
  return (
    <PhoneForm
      {...{ form, definition, language, selected }}
      name={textIn(state.content.name, language, definition.default_language).text}
      Outcome={TrialOutcome}
      Below={NotAsked}
    />
  )
}

/** Says that the chosen question is not asked with the answers given here. */
function NotAsked({ draft }: { draft: TrialDraft }) {
  const { t } = useTranslation()
  const isAsked = useIsAsked(draft, useShown().state.selected)
  return isAsked ? null : <p className={styles.note}>{t('formEditor.trial.notAsked')}</p>
}

/**
 * Whether the element chosen in the form is asked with the answers given here; rows that are not there do not count.
 */
const useIsAsked = (draft: TrialDraft, selected: string): boolean =>
  useSyncExternalStore(draft.watch, () => draft.state.instance(selected)?.isVisible ?? true)

/** The result of a test fill: its scores, and the tasks that completing it would open. */
function TrialOutcome({ draft }: { draft: TrialDraft }) {
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
