import { Button } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaceQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../lib/format.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { DegreesInput } from './DegreesInput.tsx'
import { useAnswer, useDraft } from './draft/DraftContext.tsx'
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
  const [state, setState] = useState<'idle' | 'searching' | 'denied' | 'failed'>('idle')

  async function find() {
    setState('searching')
    const found = await findPlace(question.accuracy, better => draft.setValue(question, better))
    setState(typeof found === 'string' ? found : 'idle')
  }

  const findAtStart = useEffectEvent(() => {
    if (question.at_start && !place) void find()
  })
  useEffect(() => findAtStart(), [])

  return (
    <div className={styles.place}>
      <Button
        size="xl"
        variant="default"
        loading={state === 'searching'}
        leftSection={<IconCurrentLocation size={24} />}
        onClick={() => void find()}
      >
        {t('filling.place.here')}
      </Button>
      <div role="status" className={styles.said}>
        {(state === 'denied' || state === 'failed') && t(`filling.place.${state}`)}
        {place?.accuracy !== undefined &&
          t('filling.place.accuracy', { metres: format.number(Math.ceil(place.accuracy)) })}
      </div>
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
