import { useTranslation } from 'react-i18next'
import { submitterOf } from '#shared/submissions/submitter.ts'
import { ScoreBadge } from '../submissions/ScoreBadge.tsx'
import { ContentText } from '../ui/ContentText.tsx'
import { LocalTime } from '../ui/LocalTime.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Finding } from './findingsOf.ts'
import { RowList } from './RowList.tsx'
import { Section } from './Section.tsx'

const shown = 5

/** Submissions with something wrong, the worst first. */
export function Findings({ findings }: { findings: Finding[] }) {
  const { t } = useTranslation()
  if (findings.length === 0) return null
  return (
    <Section
      title={t('today.findings', { count: findings.length })}
      more={{ to: '/submission/filled?status=complete&sort=score_percent', text: t('today.worstFirst') }}
    >
      <RowList
        rows={findings.slice(0, shown).map(({ submission, openTasks }) => ({
          key: submission.id,
          to: `/submission/view/${submission.id}`,
          title: submission.subjects.map(({ name }) => name).join(', ') || <ContentText text={submission.form_name} />,
          text: (
            <>
              {openTasks > 0 && `${t('today.openTasks', { count: openTasks })} · `}
              {submitterOf(submission, t)} · <LocalTime value={submission.completed_at ?? ''} as="relative" />
            </>
          ),
          end: (
            <>
              {submission.critical_failed > 0 && (
                <StatusBadge status="stop">{t('today.critical', { count: submission.critical_failed })}</StatusBadge>
              )}
              <ScoreBadge submission={submission} />
            </>
          ),
        }))}
      />
    </Section>
  )
}
