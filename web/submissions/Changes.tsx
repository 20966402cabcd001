import { Button, Skeleton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { difference } from '#shared/lib/decimals.ts'
import { type Compared, compare, type Side } from '#shared/submissions/compare.ts'
import type { Submission, SubmissionDetail } from '#shared/submissions/contract.ts'
import type { SubmissionVersion } from '#shared/submissions/corrections.ts'
import { type Formatter, formatAnswer, formatterFor } from '#shared/submissions/formatter.ts'
import { askedAt, stateOf } from '#shared/submissions/report.ts'
import { submitterOf } from '#shared/submissions/rules.ts'
import { useTables } from '../answers/useTables.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { Comments } from '../reviews/Comments.tsx'
import { ScoreBadge } from '../ui/figures/ScoreFigure.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './Changes.module.css'

/** It shares a chunk with the other parts below the answers. */
export { DiscussSheet } from '../messaging/sheets/DiscussSheet.tsx'
export { PlacesMap } from './places/PlacesMap.tsx'
export { SubmissionProof } from './SubmissionProof.tsx'

type PreviousSubmissionProps = Side & { words: Formatter }

/** Below the answers: what they were before, what was said about them, and how they were corrected. */
export function SubmissionHistory(props: PreviousSubmissionProps) {
  return (
    <>
      <PreviousSubmission {...props} />
      <Can I="comment" a="Submission" row={props.submission}>
        <Comments submissionId={props.submission.id} />
        <VersionHistory {...props} />
      </Can>
    </>
  )
}

/**
 * The one before it about the same subject, folded until somebody wants to compare; then question by question what
 * changed.
 */
function PreviousSubmission({ submission, state, words }: PreviousSubmissionProps) {
  const { t } = useTranslation()
  const { data: previous } = useQuery(api.submissions.previous.query({ id: submission.id }))
  const [isOpen, setOpen] = useState(false)
  if (!previous?.completed_at) return null
  return (
    <details className={styles.previous} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={styles.head}>
        <h2 className={styles.title}>{t('submissionPage.previous.title')}</h2>
        <span className={styles.facts}>
          <LocalTime value={previous.completed_at} /> · <bdi>{submitterOf(previous, t)}</bdi>
        </span>
        <ScoreBadge submission={previous} />
        <IconChevronDown size={20} className={styles.chevron} />
      </summary>
      {isOpen && <Comparison submission={submission} state={state} previous={previous} words={words} />}
    </details>
  )
}

function Comparison({ submission, state, previous, words }: PreviousSubmissionProps & { previous: Submission }) {
  const { t } = useTranslation()
  const timeZone = useUser()?.time_zone
  const [showsAll, setShowsAll] = useState(false)
  const { data: before, error } = useQuery(api.submissions.get.query({ id: previous.id }))
  const hasTables = useTables(before?.definition)
  if (error) return <ProblemText error={error} />
  if (!before || !hasTables) return <Skeleton height={160} />
  // Each is read with the form that it answers; the reader is the same.
  const wordsBefore = formatterFor({ locale: words.locale, timeZone, t: words.t }, before.definition)
  const rows = compare({ submission, state }, { submission: before, state: stateOf(before, wordsBefore) }, words)
  const changed = rows.filter(({ isSame }) => !isSame)
  const same = rows.length - changed.length
  return (
    <>
      <Scores now={submission} before={previous} words={words} />
      {changed.length === 0 && <p>{t('submissionPage.previous.nothing')}</p>}
      <ChangeList
        changes={(showsAll ? rows : changed).map(row => asChange(row, words))}
        before={t('submissionPage.previous.before')}
        after={t('submissionPage.previous.now')}
      />
      <div className={styles.foot}>
        {same > 0 && (
          <Button variant="default" aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('submissionPage.previous.changesOnly') : t('submissionPage.previous.all', { count: same })}
          </Button>
        )}
        <PathLink href={`/submission/view/${previous.id}`} className={styles.link}>
          {t('submissionPage.previous.open')}
        </PathLink>
      </div>
    </>
  )
}

/** What either is worth, and by how much it is better or worse now. Nothing for a form that does not rate. */
function Scores({ now, before, words }: { now: Submission; before: Submission; words: Formatter }) {
  const { t } = useTranslation()
  if (now.score_percent === null || before.score_percent === null) return null
  const change = difference(now.score_percent, before.score_percent)
  const status = change > 0 ? 'ok' : change < 0 ? 'attention' : 'info'
  return (
    <dl className={styles.scores}>
      {[
        { label: t('submissionPage.previous.scoreBefore'), shown: <ScoreBadge submission={before} /> },
        { label: t('submissionPage.previous.scoreNow'), shown: <ScoreBadge submission={now} /> },
        {
          label: t('submissionPage.previous.difference'),
          shown: (
            <StatusBadge status={status}>
              {change === 0
                ? t('submissionPage.previous.sameScore')
                : t(change > 0 ? 'submissionPage.previous.better' : 'submissionPage.previous.worse', {
                    points: words.formats.number(Math.abs(change)),
                  })}
            </StatusBadge>
          ),
        },
      ].map(({ label, shown }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  )
}

function asChange({ key, label, before, now, turned }: Compared, { t }: Formatter): Change {
  const say = (said: string | null | undefined) =>
    said ?? t(said === null ? 'submissionPage.previous.noAnswer' : 'submissionPage.previous.notAsked')
  return {
    ...{ key, label, before: say(before), after: say(now) },
    mark: turned && (
      <StatusBadge status={turned === 'failed' ? 'stop' : 'ok'}>
        {t(turned === 'failed' ? 'submissionPage.previous.failed' : 'submissionPage.previous.mended')}
      </StatusBadge>
    ),
  }
}

type VersionHistoryProps = { submission: SubmissionDetail; state: FormState; words: Formatter }

/**
 * What a corrected submission was before, the latest first: who changed what, when and why. Nothing for one that is as
 * it was completed.
 */
function VersionHistory({ submission, state, words }: VersionHistoryProps) {
  const { t } = useTranslation()
  const id = useId()
  const { data: versions } = useQuery(api.corrections.history.query({ id: submission.id, per_page: 50 }))
  if (!versions || versions.meta.total < 2) return null
  return (
    <section className={styles.history} aria-labelledby={id}>
      <h2 id={id} className={styles.versionHistoryTitle}>
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

function Version({ version, state, words }: { version: SubmissionVersion; state: FormState; words: Formatter }) {
  const { t } = useTranslation()
  const { number, made_at, reason, score_percent } = version
  const score = score_percent !== null && words.formats.percent(score_percent / 100)
  const facts = [submitterOf(version, t), score && t('common.score', { score })].filter(Boolean)
  return (
    <li className={styles.version}>
      <p className={styles.versionHistoryHead}>
        <strong>{t('reviews.history.version', { number: words.formats.number(number) })}</strong>
        <span className={styles.versionHistoryFacts}>
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
function Changes({
  changes,
  state,
  words,
}: Pick<SubmissionVersion, 'changes'> & Omit<VersionHistoryProps, 'submission'>) {
  const { t } = useTranslation()
  const shown = changes.flatMap(({ key, before, after }) => {
    const asked = askedAt(state, key, words)
    if (!asked) return []
    const say = (answer: typeof before) =>
      [answer && formatAnswer(asked.question, answer, words), answer?.note].filter(Boolean).join(' · ') ||
      t('reviews.history.noAnswer')
    const [said, saidNow] = [say(before), say(after)]
    const instead = said === saidNow ? t('reviews.history.otherExtras') : undefined
    return { key, label: asked.label, before: said, after: saidNow, instead }
  })
  return <ChangeList changes={shown} before={t('reviews.history.before')} after={t('reviews.history.after')} />
}

type Change = {
  key: string
  label: string
  before: string
  after: string
  /** In the place of both sides, where words say no difference. */
  instead?: string | undefined
  /** Said beside the question. */
  mark?: ReactNode
}

type ChangeListProps = {
  changes: Change[]
  /** What the two sides are called. */
  before: ReactNode
  after: ReactNode
}

/** Question by question what was answered before, and after. Nothing where nothing changed. */
function ChangeList({ changes, before, after }: ChangeListProps) {
  if (changes.length === 0) return null
  return (
    <dl className={styles.changes}>
      {changes.map(change => (
        <div key={change.key} className={styles.change}>
          <dt dir="auto">
            {change.label} {change.mark}
          </dt>
          {change.instead !== undefined ? (
            <dd>{change.instead}</dd>
          ) : (
            <dd className={styles.sides}>
              <span>
                <span className={styles.side}>{before}</span>{' '}
                <Said as="del" text={change.before} other={change.after} />
              </span>
              <span>
                <span className={styles.side}>{after}</span> <Said as="ins" text={change.after} other={change.before} />
              </span>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function Said({ as: Element, text, other }: { as: 'del' | 'ins'; text: string; other: string }) {
  if (text === other) return <bdi className={styles.same}>{text}</bdi>
  return <Element dir="auto">{text}</Element>
}
