import { useEffect, useState } from 'react'
import type { Locale } from '#shared/lib/language.ts'
import { changeLocale, formTexts } from '../../lib/i18n.ts'
import { currentLocale, preferredLocales } from '../../lib/locale.ts'

/** Fetches the texts of filling in; whether they are here. */
export function useFormTexts(): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => void formTexts().then(() => setHere(true)), [])
  return isHere
}

/**
 * Shows the form in the first of the reader's languages in which it can be read, unless the address names one. Where it can be read in none of
 * them, at least all around it is in theirs.
 */
export function useReadersLanguage(languages: readonly Locale[] | undefined): void {
  useEffect(() => {
    if (!languages || new URLSearchParams(location.search).has('lang')) return
    const wanted = preferredLocales.find(locale => languages.includes(locale))
    if (wanted && wanted !== currentLocale()) void changeLocale(wanted)
  }, [languages])
}
