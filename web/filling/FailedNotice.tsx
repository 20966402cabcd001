import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/forms/answers.ts'
import type { Question } from '#shared/forms/definition.ts'
import { judge } from '#shared/forms/judge.ts'
import { Notice } from '../ui/Notice.tsx'
import { useRead } from './DraftContext.tsx'

/** What a failed answer asks for and sets in motion: said at once, while the person still stands in front of it. */
export function FailedNotice({ question, answer }: { question: Question; answer: Answer }) {
  const { t } = useTranslation()
  const read = useRead()
  const demands = 'when_failed' in question ? question.when_failed : undefined
  if (!demands || !judge(question, answer).failed) return null
  const needs = [
    demands.require_note && !answer.note?.trim() && t('filling.needsNote'),
    demands.require_photo && !answer.photos?.length && t('filling.needsPhoto'),
  ].filter(text => text !== false && text !== undefined)
  const opens = demands.task && t('filling.opensTask', { title: read(demands.task.title) })
  if (needs.length === 0 && !opens) return null
  return (
    <Notice kind={needs.length > 0 ? 'attention' : 'info'}>
      {[...needs, opens].filter(Boolean).map(text => (
        <div key={String(text)}>{text}</div>
      ))}
    </Notice>
  )
}
