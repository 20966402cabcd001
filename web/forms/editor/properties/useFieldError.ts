import { useTranslation } from 'react-i18next'
import { useShown } from '../EditingContext.tsx'
import type { Selection } from '../structure/editing.ts'

/** What is wrong at a field of an element, in words; undefined while nothing is, or while the element is still being written. */
export function useFieldError(element: Selection): (field: string) => string | undefined {
  const { t } = useTranslation()
  const { state, mistakes } = useShown()
  return field => {
    if (state.fresh === element) return undefined
    const found = mistakes.filter(mistake => mistake.element === element && mistake.field === field)
    return found.map(({ code, values = {} }) => t(`problem.field.${code}`, values)).join(' ') || undefined
  }
}
