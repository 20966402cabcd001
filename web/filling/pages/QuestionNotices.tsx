import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { demandsAt } from '#shared/forms/evaluation/problemsOf.ts'
import type { Question } from '#shared/forms/questions.ts'
import { useDraft, useDraftVersion, useLocalizedText } from '../../answers/draft/DraftContext.tsx'
import { useFormat } from '../../lib/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from './QuestionCard.module.css'

/** Says which choices were taken away here, because another answer keeps them from being offered. */
export function ClearedChoicesNotice({ question }: { question: Question }) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const read = useLocalizedText()
  useDraftVersion(question.id)
  const taken = draft.clearedAt(question.id)
  if (taken.length === 0 || !('choices' in question)) return null
  const words = question.choices.filter(({ id }) => taken.includes(id)).map(({ label }) => read(label))
  return (
    <p className={styles.problem} data-status="attention" role="status">
      <IconInfoCircle size={18} />
      <span>{t('filling.choiceTaken', { choices: format.list(words) })}</span>
    </p>
  )
}

/** That an answer failed, and the notes, photos and tasks that it asks for, by the present answers of the form. */
export function Demands({ question }: { question: Question }) {
  const { id } = question
  const { t } = useTranslation()
  const read = useLocalizedText()
  const draft = useDraft()
  useDraftVersion(id)
  const instance = draft.state.instance(id)
  if (!instance?.isVisible) return null
  const demands = demandsAt(draft.state, instance)
  const codes = draft.problemsAt(id).map(({ code }) => code)
  const needs = [
    codes.includes('note_required') && t('filling.needsNote'),
    codes.includes('photo_required') && t('filling.needsPhoto'),
  ].filter(text => typeof text === 'string')
  const tasks = demands.flatMap(({ task }) => (task ? [t('filling.opensTask', { title: read(task.title) })] : []))
  const { failed } = draft.state.judgementAt(id)
  const isCritical = 'critical' in question && question.critical
  const judged = failed ? [t(isCritical ? 'filling.failedCritical' : 'filling.failed')] : []
  const lines = [...new Set([...judged, ...needs, ...tasks])]
  if (lines.length === 0) return null
  return (
    <Notice kind={failed ? 'stop' : needs.length > 0 ? 'attention' : 'info'}>
      {lines.map(line => (
        <div key={line}>{line}</div>
      ))}
    </Notice>
  )
}
