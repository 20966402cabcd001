import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { SubmissionVersion } from '#shared/submissions/corrections.ts'
import { answerInWords, type Words } from '#shared/submissions/formatter.ts'
import { askedAt } from '#shared/submissions/report.ts'
import { submitterOf } from '#shared/submissions/rules.ts'
import { api } from '../api.ts'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { ChangeList } from './ChangeList.tsx'
import styles from './VersionHistory.module.css'

type Props = { submission: SubmissionDetail; state: FormState; words: Words }

/** What a corrected submission was before, the latest first: who changed what, when and why. Nothing for one that is as it was completed. */
export function VersionHistory({ submission, state, words }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { data: versions } = useQuery(api.corrections.history.query({ id: submission.id, per_page: 50 }))
  if (!versions || versions.meta.total < 2) return null
  return (
    <section className={styles.history} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('reviews.history.title')}
      </h2>
      <ol className={styles.list} aria-label={t('reviews.history.title')}>
        {versions.data.map(version => (
          <Version key={version.number} version={version} state={state} words={words} />
        ))}
      </ol>
    </section>
  )
}

function Version({ version, state, words }: { version: SubmissionVersion; state: FormState; words: Words }) {
  const { t } = useTranslation()
  const { number, made_at, reason, score_percent } = version
  const score = score_percent !== null && words.formats.percent(score_percent / 100)
  const facts = [submitterOf(version, t), score && t('common.score', { score })].filter(Boolean)
  return (
    <li className={styles.version}>
      <p className={styles.head}>
        <strong>{t('reviews.history.version', { number: words.formats.number(number) })}</strong>
        <span className={styles.facts}>
          {facts.map(fact => (
            <bdi key={String(fact)}>{fact}</bdi>
          ))}
          <LocalTime value={made_at} />
        </span>
      </p>
      <p className={styles.reason} dir="auto">
        {reason ?? t('reviews.history.completed')}
      </p>
      <Changes changes={version.changes} state={state} words={words} />
    </li>
  )
}

/** Question by question what was answered before, and after. */
function Changes({ changes, state, words }: Pick<SubmissionVersion, 'changes'> & Omit<Props, 'submission'>) {
  const { t } = useTranslation()
  const shown = changes.flatMap(({ key, before, after }) => {
    const asked = askedAt(state, key, words)
    if (!asked) return []
    const say = (answer: typeof before) =>
      [answer && answerInWords(asked.question, answer, words), answer?.note].filter(Boolean).join(' · ') ||
      t('reviews.history.noAnswer')
    const [said, saidNow] = [say(before), say(after)]
    const instead = said === saidNow ? t('reviews.history.otherExtras') : undefined
    return { key, label: asked.label, before: said, after: saidNow, instead }
  })
  return <ChangeList changes={shown} before={t('reviews.history.before')} after={t('reviews.history.after')} />
}
