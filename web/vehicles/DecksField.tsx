import { Button, Fieldset } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { vehicles } from '#shared/vehicles/contract.ts'
import { maxDecks } from '#shared/vehicles/rules.ts'
import { useFormat } from '../lib/format.ts'
import { NumberInput } from '../ui/fields/NumberInput.tsx'
import styles from './DecksField.module.css'

const measures = ['length', 'width', 'height'] as const

/** The decks of a vehicle from below, each by its measures. */
export function DecksField({ form }: { form: UseFormReturn<InputOf<typeof vehicles.create>> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { field, fieldState } = useController({
    control: form.control,
    name: 'decks',
    rules: {
      validate: decks => !decks?.some(({ length, width }) => !length || !width) || t('vehicles.deckHalf'),
    },
  })
  const decks = field.value ?? []
  return (
    <Fieldset legend={t('vehicles.decks')} className={styles.decks}>
      {decks.map((deck, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a deck is its place
        <fieldset key={index} className={styles.deck}>
          <legend>{t('vehicles.deck', { number: format.number(index + 1) })}</legend>
          {measures.map(measure => (
            <NumberInput
              key={measure}
              label={t(`vehicles.${measure}`)}
              min={0}
              max={50}
              value={deck[measure] || null}
              onChange={number =>
                field.onChange(
                  decks.map((one, at) =>
                    at === index ? { ...one, [measure]: (number && Math.round(number * 100) / 100) || null } : one,
                  ),
                )
              }
            />
          ))}
        </fieldset>
      ))}
      {fieldState.error && (
        <p role="alert" className={styles.error}>
          {fieldState.error.message}
        </p>
      )}
      <div className={styles.buttons}>
        {decks.length < maxDecks && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={18} />}
            // As long and as wide as the one below it, which it mostly is.
            onClick={() => field.onChange([...decks, decks.at(-1) ?? { length: 0, width: 0, height: null }])}
          >
            {t('vehicles.addDeck')}
          </Button>
        )}
        {decks.length > 0 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconMinus size={18} />}
            onClick={() => field.onChange(decks.length > 1 ? decks.slice(0, -1) : null)}
          >
            {t('vehicles.removeDeck')}
          </Button>
        )}
      </div>
    </Fieldset>
  )
}

type Deck = { length: number; width: number; height?: number | null | undefined }

/** Each deck by its measures and the area on which animals can stand. */
export function Decks({ decks }: { decks: readonly Deck[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return decks.map(({ length, width, height }, index) => {
    const measures = [length, width, height].filter(one => one != null).map(one => format.number(one))
    const area = t('vehicles.deckArea', { area: format.number(length * width, { maximumFractionDigits: 2 }) })
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a deck is its place
      <div key={index}>
        {t('vehicles.deck', { number: format.number(index + 1) })}
        {t('common.colon')} <bdi>{measures.join(' × ')}</bdi> · {area}
      </div>
    )
  })
}
