import { useTranslation } from 'react-i18next'
import { useConditionWords } from '../logic/useConditionWords.ts'

/** When a section is shown, as a sentence. It follows the words of the questions, and the section itself need not. */
export function SectionCondition({ source }: { source: string }) {
  const { t } = useTranslation()
  const words = useConditionWords()
  return t('formLogic.says.rule', { rule: t('formLogic.visibleIf'), condition: words(source) })
}
