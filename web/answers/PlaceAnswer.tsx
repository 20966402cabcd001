import { Button, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconCurrentLocation, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '#shared/forms/answers/answers.ts'
import type { PlaceQuestion, ShapeQuestion } from '#shared/forms/questions.ts'
import { type Degrees, maxPoints, openPoints, pointsIn, shapeOf } from '#shared/forms/shapes.ts'
import { toLocale } from '#shared/lib/language.ts'
import { parseNumber } from '#shared/lib/numbers.ts'
import { formatAnswer } from '#shared/submissions/formatter.ts'
import { useFormat } from '../lib/format.ts'
import { PathLayer, PlaceMap, PointLayer } from '../ui/map/mapParts.tsx'
import { useAnswer, useDraft, useFormTexts } from './draft/DraftContext.tsx'
import styles from './RareAnswer.module.css'

/**
 * A location: the device's position with its accuracy, a tap on the map, or two numbers. None of them needs a network.
 */
export function PlaceAnswer({ question }: { question: PlaceQuestion }) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  const place = typeof value === 'object' && 'latitude' in value ? value : undefined

  return (
    <div className={styles.place}>
      <FindHere
        label={t('filling.place.here')}
        find={() => findPlace(question.accuracy, better => draft.setValue(question, better))}
        atStart={question.at_start === true && !place}
      >
        {place?.accuracy !== undefined &&
          t('filling.place.accuracy', { metres: format.number(Math.ceil(place.accuracy)) })}
      </FindHere>
      <div className={styles.map}>
        <PlaceMap
          label={t('filling.place.map')}
          centre={place}
          onPick={({ latitude, longitude }) =>
            draft.setValue(question, { latitude: sevenDigits(latitude), longitude: sevenDigits(longitude) })
          }
        >
          {place && <PointLayer latitude={place.latitude} longitude={place.longitude} accuracy={place.accuracy} />}
        </PlaceMap>
      </div>
      <DegreesInput question={question} place={place} />
    </div>
  )
}

/** A centimetre: what a tap says beyond that is noise. */
const sevenDigits = (degrees: number) => Number(degrees.toFixed(7))

/**
 * A line or an area, point by point: by walking from one to the next, by taps on the map, or by Enter where its middle
 * is.
 */
export function ShapeAnswer({ question }: { question: ShapeQuestion }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const words = useFormTexts()
  const { value } = useAnswer(question.id)
  const isClosed = question.closed === true
  const pointsNow = () => {
    const text = draft.state.value(question.id)
    return openPoints((typeof text === 'string' ? pointsIn(text) : undefined) ?? [])
  }
  const points = pointsNow()
  const keep = (next: Degrees[]) => draft.setValue(question, next.length > 0 ? shapeOf(next, isClosed) : undefined)
  const add = (point: Degrees) => keep([...pointsNow(), point].slice(0, maxPoints))

  async function find() {
    const found = await findPlace(undefined, () => undefined)
    if (typeof found !== 'string') add(found)
    return found
  }

  return (
    <div className={styles.place}>
      <FindHere label={t('filling.shape.here')} find={find}>
        {points.length > 0 && formatAnswer(question, { value: value ?? '' }, words)}
      </FindHere>
      <div className={styles.map}>
        <PlaceMap label={t('filling.place.map')} centre={points.at(-1)} onPick={add}>
          <PathLayer points={points} isClosed={isClosed} />
        </PlaceMap>
      </div>
      {points.length > 0 && (
        <div className={styles.tools}>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={20} />}
            onClick={() => keep(points.slice(0, -1))}
          >
            {t('filling.shape.undo')}
          </Button>
          <Button variant="default" leftSection={<IconTrash size={20} />} onClick={() => keep([])}>
            {t('filling.shape.clear')}
          </Button>
        </div>
      )}
    </div>
  )
}

type Typed = { latitude: string; longitude: string }
const ends = { latitude: 90, longitude: 180 }

/** A place as two numbers; one that is set by hand says nothing about how exact it is. */
function DegreesInput({ question, place }: { question: PlaceQuestion; place: Place | undefined }) {
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

type Props = {
  label: string
  /** Asks the device where it is, and keeps what it says. */
  find: () => ReturnType<typeof findPlace>
  /** Without a tap, when the question is first seen. */
  atStart?: boolean
  /** The position as far as it is known, as text. */
  children?: ReactNode
}

/** The button that reads the device's position; below it the position, or the reason why there is none. */
function FindHere({ label, find, atStart = false, children }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<'idle' | 'searching' | 'denied' | 'failed'>('idle')

  async function begin() {
    setState('searching')
    const found = await find()
    setState(typeof found === 'string' ? found : 'idle')
  }

  const beginAtStart = useEffectEvent(() => {
    if (atStart) void begin()
  })
  useEffect(() => beginAtStart(), [])

  return (
    <>
      <Button
        size="xl"
        variant="default"
        loading={state === 'searching'}
        leftSection={<IconCurrentLocation size={24} />}
        onClick={() => void begin()}
      >
        {label}
      </Button>
      <div role="status" className={styles.said}>
        {(state === 'denied' || state === 'failed') && t(`filling.place.${state}`)}
        {children}
      </div>
    </>
  )
}

/** Long enough for a receiver that was off, short enough to stand still for. */
const patienceMs = 20_000
const goodMetres = 10

/**
 * Looks where this device is until it knows it to `wanted` metres, or for a while; what it knows so far is told each
 * time it becomes more exact. The best that was found, or why nothing was.
 */
function findPlace(wanted: number | undefined, onBetter: (place: Place) => void): Promise<Place | 'denied' | 'failed'> {
  const { geolocation } = navigator
  if (!geolocation) return Promise.resolve('failed')
  return new Promise(resolve => {
    let best: Place | undefined
    const end = (result: Place | 'denied' | 'failed') => {
      clearTimeout(timer)
      geolocation.clearWatch(watch)
      resolve(result)
    }
    const timer = setTimeout(() => end(best ?? 'failed'), patienceMs)
    const watch = geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy, altitude } }) => {
        if (best?.accuracy !== undefined && best.accuracy <= accuracy) return
        best = { latitude, longitude, accuracy, ...(altitude !== null && { altitude }) }
        onBetter(best)
        if (accuracy <= (wanted ?? goodMetres)) end(best)
      },
      ({ code }) => end(best ?? (code === 1 ? 'denied' : 'failed')),
      { enableHighAccuracy: true, maximumAge: 0, timeout: patienceMs },
    )
  })
}
