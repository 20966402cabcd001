import { useDirection } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, toLocale } from '#shared/lib/language.ts'

/** Turns Mantine's parts around when the language changes to one that is written from the other side. */
export function PageDirection() {
  const { i18n } = useTranslation()
  const { setDirection } = useDirection()
  const direction = directionOf(toLocale(i18n.language))
  useEffect(() => setDirection(direction), [direction, setDirection])
  return null
}
