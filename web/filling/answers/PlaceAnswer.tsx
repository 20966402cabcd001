import { Button } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaceQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../../lib/format.ts'
import { useAnswer, useDraft } from '../DraftContext.tsx'
import { DegreesInput } from './DegreesInput.tsx'
import { findPlace } from './findPlace.ts'
import styles from './PlaceAnswer.module.css'

/** Where somebody stands, with how exact that is; or two numbers by hand, which need no signal. */
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
      <DegreesInput question={question} place={place} />
    </div>
  )
}
