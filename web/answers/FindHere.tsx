import { Button } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { findPlace } from './findPlace.ts'
import styles from './PlaceAnswer.module.css'

type Props = {
  label: string
  /** Asks the device where it is, and keeps what it says. */
  find: () => ReturnType<typeof findPlace>
  /** Without a tap, when the question is first seen. */
  atStart?: boolean
  /** What is known so far, in words. */
  children?: ReactNode
}

/** The button that asks the device where it is; below it stands why that did not work, or what is known. */
export function FindHere({ label, find, atStart = false, children }: Props) {
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
