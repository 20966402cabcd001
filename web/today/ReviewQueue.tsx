import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { submitterOf } from '#shared/submissions/rules.ts'
import { api } from '../api.ts'
import { ScoreBadge } from '../submissions/ScoreBadge.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { JoinedTexts } from '../ui/texts/JoinedTexts.tsx'
import { RowList } from './RowList.tsx'
import { Section } from './Section.tsx'

/** What waits for this person's review, whatever waits longest first. */
export const reviewQueue = api.submissions.list.query({ to_review: true, sort: 'completed_at', per_page: 5 })

/** Nothing where nothing waits. */
export function ReviewQueue() {
  const { t } = useTranslation()
  const { data: waiting } = useQuery(reviewQueue)
  if (!waiting || waiting.data.length === 0) return null
  const { total } = waiting.meta
  return (
    <Section
      title={t('today.toReview', { count: total })}
      more={{ to: '/submission/filled?review_state=received&sort=completed_at', text: t('today.allToReview') }}
    >
      <RowList
        rows={waiting.data.map(submission => ({
          key: submission.id,
          to: `/submission/view/${submission.id}`,
          title: <ContentText text={submission.form_name} />,
          text: <JoinedTexts texts={[submitterOf(submission, t), ...submission.subjects.map(({ name }) => name)]} />,
          end: <ScoreBadge submission={submission} />,
        }))}
      />
    </Section>
  )
}
