import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '#shared/forms/answers/answers.ts'
import type { PlaceQuestion } from '#shared/forms/questions.ts'
import { toLocale } from '#shared/lib/language.ts'
import { parseNumber } from '#shared/lib/numbers.ts'
import { useFormat } from '../lib/format.ts'
import { useDraft } from './draft/DraftContext.tsx'
import styles from './PlaceAnswer.module.css'

type Typed = { latitude: string; longitude: string }
const ends = { latitude: 90, longitude: 180 }

/** A place as two numbers; one that is set by hand says nothing about how exact it is. */
export function DegreesInput({ question, place }: { question: PlaceQuestion; place: Place | undefined }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const [typed, setTyped] = useState<Typed>({ latitude: '', longitude: '' })
  const own = useRef<Place>(undefined)
  // What came from elsewhere takes the place of what was typed; what was typed stays as it was typed.
  useEffect(() => {
    if (!place || place === own.current) return
    const words = (degrees: number) => format.number(degrees, { maximumFractionDigits: 6, useGrouping: false })
    setTyped({ latitude: words(place.latitude), longitude: words(place.longitude) })
  }, [place, format])

  function read(next: Typed) {
    setTyped(next)
    const degrees = (axis: keyof Typed) => {
      const number = parseNumber(next[axis], toLocale(i18n.language))
      return number !== null && Math.abs(number) <= ends[axis] ? number : undefined
    }
    const [latitude, longitude] = [degrees('latitude'), degrees('longitude')]
    own.current = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
    draft.setValue(question, own.current)
  }

  return (
    <div className={styles.degrees}>
      {(['latitude', 'longitude'] as const).map(axis => (
        <TextInput
          key={axis}
          size="lg"
          inputMode="text"
          autoComplete="off"
          maxLength={20}
          dir="ltr"
          label={t(`filling.place.${axis}`)}
          value={typed[axis]}
          error={
            typed[axis].trim() && !isWithin(typed[axis], ends[axis], toLocale(i18n.language))
              ? t('filling.place.notDegrees')
              : undefined
          }
          onChange={event => read({ ...typed, [axis]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

function isWithin(text: string, end: number, locale: ReturnType<typeof toLocale>): boolean {
  const number = parseNumber(text, locale)
  return number !== null && Math.abs(number) <= end
}
