import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { registry } from '#shared/subjects/registry.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { HeldFlag, SubjectStatus } from '../subjects/status/SubjectStatus.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'

/**
 * What a task or a submission is about, each leading to its page for those who may read it; with its state where that
 * needs somebody.
 */
export function SubjectLinks({ subjects }: { subjects: NamedSubject[] }) {
  const can = useAbility()
  return subjects.map(({ type, id, name, status, withheld_until }, index) => (
    <Fragment key={`${type} ${id}`}>
      {index > 0 && ', '}
      {can('read', registry[type].subject) ? (
        <PathLink href={`${registry[type].path}/${id}`}>
          <bdi>{name}</bdi>
        </PathLink>
      ) : (
        <bdi>{name}</bdi>
      )}
      {status && status.state !== 'ok' && (
        <>
          {' '}
          <SubjectStatus state={status.state} />
        </>
      )}{' '}
      <HeldFlag until={withheld_until} />
    </Fragment>
  ))
}

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
