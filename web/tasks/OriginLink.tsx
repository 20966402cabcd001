import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'

/** The submission whose failed answer opened a task, by the name of its form for those who may see it. */
export function OriginLink({ submissionId }: { submissionId: number }) {
  const { t } = useTranslation()
  const submission = useQuery({ ...api.submissions.get.query({ id: submissionId }), retry: false })
  if (submission.error) return t('tasks.openedByFinding')
  return (
    <PathLink href={`/submission/view/${submissionId}`}>
      {submission.data ? <ContentText text={submission.data.form_name} /> : t('tasks.openedByFinding')}
    </PathLink>
  )
}
