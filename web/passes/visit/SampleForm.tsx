import { Button } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { largestSeed } from '#shared/forms/scoring/sampleSize.ts'
import { maxSample } from '#shared/passes/rules.ts'
import { NumberInput } from '../../ui/fields/NumberInput.tsx'
import styles from './Pass.module.css'

export type Drawn = { size: number; seed: number }

const usualSize = 10
const anySeed = () => 1 + Math.floor(Math.random() * largestSeed)

/** Draws records by lot, from a number that is shown and can be used again. */
export function SampleForm({ onDrawn }: { onDrawn: (drawn: Drawn) => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [size, setSize] = useState<number | null>(usualSize)
  const [seed, setSeed] = useState<number | null>(anySeed)
  if (!isOpen)
    return (
      <Button variant="subtle" leftSection={<IconDice5 size={20} />} onClick={() => setOpen(true)}>
        {t('passes.visit.sample')}
      </Button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (size !== null && seed !== null) onDrawn({ size, seed })
  }
  return (
    <form className={styles.search} aria-label={t('passes.visit.sample')} onSubmit={submit}>
      <NumberInput
        label={t('passes.visit.size')}
        min={1}
        max={maxSample}
        isWhole
        value={size}
        onChange={number => setSize(number)}
      />
      <NumberInput
        label={t('passes.visit.seed')}
        description={t('passes.visit.seedHint')}
        min={1}
        max={largestSeed}
        isWhole
        value={seed}
        onChange={number => setSeed(number)}
      />
      <Button type="submit" variant="default" leftSection={<IconDice5 size={20} />}>
        {t('passes.visit.draw')}
      </Button>
    </form>
  )
}
