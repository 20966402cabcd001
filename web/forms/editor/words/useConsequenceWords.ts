import { useTranslation } from 'react-i18next'
import type { WhenFailed } from '#shared/forms/consequences.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { useFormat } from '../../../lib/format.ts'
import { useDurationWords } from './useDurationWords.ts'

/**
 * What an answer or a result demands and sets in motion, as one line; empty where that is nothing. `demands` says what only the result
 * of a whole form can ask for: it names other questions, and what follows those is drawn again with each of their words.
 */
export function useConsequenceWords(
  read: (text: LocalizedText) => string,
): (consequences: WhenFailed, demands?: string[]) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useDurationWords()
  return ({ require_note, require_photo, task, notify, set_status }, demands = []) => {
    const parts = [
      require_note && t('formLogic.says.note'),
      require_photo && t('formLogic.says.photo'),
      ...demands,
      task &&
        t(`formLogic.says.task.${typeof task.assignee === 'string' ? task.assignee : 'chosen'}`, {
          title: read(task.title),
          duration: duration(task.due_after),
        }),
      notify && t('formLogic.says.notify'),
      set_status && t(`formLogic.says.status.${set_status}`),
    ].filter(part => typeof part === 'string')
    return format.list(parts)
  }
}
