import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { criticalFailedIn } from '#shared/forms/scoring/criticalFailed.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import { ScoreFigure } from '../../../submissions/ScoreFigure.tsx'
import { useReading } from '../ReadingContext.tsx'
import type { TrialDraft } from './TrialDraft.ts'
import styles from './TrialOutcome.module.css'
import { useOutcomeWords } from './useOutcomeWords.ts'

/** What a test fill comes to, for those who write the form: its scores, and what completing it would set in motion. */
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
