import { useTranslation } from 'react-i18next'
import { judge } from '#shared/forms/judge.ts'
import type { Question } from '#shared/forms/questions.ts'
import { Notice } from '../ui/Notice.tsx'
import { useAnswerPart, useRead } from './DraftContext.tsx'

/** What a failed answer asks for and sets in motion: said at once, while the person still stands in front of it. */
export function FailedNotice({ question }: { question: Question }) {
  const { t } = useTranslation()
  const read = useRead()
  const demands = 'when_failed' in question ? question.when_failed : undefined
  const isFailed = useAnswerPart(question.id, answer => demands !== undefined && judge(question, answer).failed)
  const hasNote = useAnswerPart(question.id, ({ note }) => Boolean(note?.trim()))
  const hasPhoto = useAnswerPart(question.id, ({ photos }) => Boolean(photos?.length))
  if (!demands || !isFailed) return null
  const needs = [
    demands.require_note && !hasNote && t('filling.needsNote'),
    demands.require_photo && !hasPhoto && t('filling.needsPhoto'),
  ].filter(text => typeof text === 'string')
  const lines = demands.task ? [...needs, t('filling.opensTask', { title: read(demands.task.title) })] : needs
  if (lines.length === 0) return null
  return (
    <Notice kind={needs.length > 0 ? 'attention' : 'info'}>
      {lines.map(line => (
        <div key={line}>{line}</div>
      ))}
    </Notice>
  )
}
