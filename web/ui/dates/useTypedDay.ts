import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { parseDay, typedDay } from '#shared/lib/parseDay.ts'
import { useFormat } from '../../lib/format.ts'

/**
 * What stands in a field for a day. It stays as it was typed until somebody leaves the field, and what is no day stays for ever, so that
 * nobody types it twice; a value that came from elsewhere takes its place.
 */
export function useTypedDay(value: string, onChange: (day: string) => void) {
  const locale = toLocale(useTranslation().i18n.language)
  const today = useFormat().dayOf(Date.now())
  const [typed, setTyped] = useState<{ text: string; means: string; isLeft: boolean }>()
  const isTyped = typed !== undefined && typed.means === value
  const text = isTyped ? typed.text : value && typedDay(value, locale)

  function take(next: string, isTyping: boolean) {
    const means = parseDay(next, locale, { today, wholeYear: isTyping }) ?? ''
    setTyped(means && !isTyping ? undefined : { text: next, means, isLeft: !isTyping })
    if (means !== value) onChange(means)
  }

  return {
    text,
    /** Whether what was left in the field is no day. */
    isWrong: isTyped && typed.isLeft && typed.text.trim() !== '' && !typed.means,
    type: (next: string) => take(next, true),
    /** The field is left: a day that was typed in short is understood now. */
    leave: () => isTyped && take(typed.text, false),
  }
}
