import { useTranslation } from 'react-i18next'
import type { FormTrigger, WhenFailed } from '#shared/forms/consequences.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { useFormat } from '../../lib/format.ts'
import { useElementNames } from './properties/useElementNames.ts'
import { useDurationWords } from './useDurationWords.ts'

type Consequences = WhenFailed & Pick<FormTrigger, 'demand'>

/** What an answer or a result demands and sets in motion, as one line; empty where that is nothing. */
export function useConsequenceWords(read: (text: LocalizedText) => string): (consequences: Consequences) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useDurationWords()
  const nameOf = useElementNames()
  return ({ require_note, require_photo, demand, task, notify, set_status }) => {
    const question = demand ? nameOf(demand.question) : ''
    const parts = [
      require_note && t('forms.says.note'),
      require_photo && t('forms.says.photo'),
      demand?.note && t('forms.says.noteAt', { question }),
      demand?.photo && t('forms.says.photoAt', { question }),
      task &&
        t(`forms.says.task.${typeof task.assignee === 'string' ? task.assignee : 'chosen'}`, {
          title: read(task.title),
          duration: duration(task.due_after),
        }),
      notify && t('forms.says.notify'),
      set_status && t(`forms.says.status.${set_status}`),
    ].filter(part => typeof part === 'string')
    return format.list(parts)
  }
}
