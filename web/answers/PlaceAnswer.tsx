import { useTranslation } from 'react-i18next'
import type { PlaceQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../lib/format.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { DegreesInput } from './DegreesInput.tsx'
import { useAnswer, useDraft } from './draft/DraftContext.tsx'
import { FindHere } from './FindHere.tsx'
import { findPlace } from './findPlace.ts'
import styles from './PlaceAnswer.module.css'

const PlaceMap = lazyPart(() => import('../ui/map/PlaceMap.tsx').then(part => part.PlaceMap))
const PointLayer = lazyPart(() => import('../ui/map/PointLayer.tsx').then(part => part.PointLayer))

/** Where somebody stands, with how exact that is; or a tap on the map, or two numbers by hand. None of them needs a signal. */
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
