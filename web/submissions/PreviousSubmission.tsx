import { Button, Skeleton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { difference } from '#shared/lib/decimals.ts'
import { type Compared, compare, type Side } from '#shared/submissions/compare.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { type Words, wordsFor } from '#shared/submissions/formatter.ts'
import { stateOf } from '#shared/submissions/report.ts'
import { submitterOf } from '#shared/submissions/rules.ts'
import { useTables } from '../answers/useTables.ts'
import { api } from '../api.ts'
import { useUser } from '../lib/session/session.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { type Change, ChangeList } from './ChangeList.tsx'
import styles from './PreviousSubmission.module.css'
import { ScoreBadge } from './ScoreBadge.tsx'

type Props = Side & { words: Words }

/** The one before it about the same subject, folded until somebody wants to compare; then question by question what changed. */
export function PreviousSubmission({ submission, state, words }: Props) {
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

function Comparison({ submission, state, previous, words }: Props & { previous: Submission }) {
  const { t } = useTranslation()
  const timeZone = useUser()?.time_zone
  const [showsAll, setShowsAll] = useState(false)
  const { data: before, error } = useQuery(api.submissions.get.query({ id: previous.id }))
  const hasTables = useTables(before?.definition)
  if (error) return <ProblemText error={error} />
  if (!before || !hasTables) return <Skeleton height={160} />
  // Each is read with the form that it answers; the reader is the same.
  const wordsBefore = wordsFor({ locale: words.locale, timeZone, t: words.t }, before.definition)
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
function Scores({ now, before, words }: { now: Submission; before: Submission; words: Words }) {
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

function asChange({ key, label, before, now, turned }: Compared, { t }: Words): Change {
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
