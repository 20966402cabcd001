import { ActionIcon, Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { foldedOptions } from '../ui/fields/foldedOptions.ts'
import { NumberInput } from '../ui/fields/NumberInput.tsx'
import styles from './PricesField.module.css'

type Props = { prices: Record<string, number>; onChange: (prices: Record<string, number>) => void }

/** One price per currency. */
export function PricesField({ prices, onChange }: Props) {
  const { t } = useTranslation()
  const missing = Intl.supportedValuesOf('currency').filter(code => !(code in prices))
  return (
    <fieldset className={styles.prices}>
      <legend className={styles.legend}>{t('plans.prices')}</legend>
      {Object.entries(prices).map(([currency, value]) => (
        <div key={currency} className={styles.price}>
          <NumberInput
            aria-label={t('plans.priceIn', { currency })}
            rightSection={currency}
            rightSectionWidth={56}
            min={0}
            value={value}
            onChange={(number, _, problem) => {
              if (problem === undefined) onChange({ ...prices, [currency]: Math.round((number ?? 0) * 100) / 100 })
            }}
          />
          <ActionIcon
            size={44}
            aria-label={t('plans.removePrice', { currency })}
            onClick={() => onChange(Object.fromEntries(Object.entries(prices).filter(([code]) => code !== currency)))}
          >
            <IconTrash size={20} />
          </ActionIcon>
        </div>
      ))}
      <Select
        aria-label={t('plans.addCurrency')}
        placeholder={t('plans.addCurrency')}
        searchable
        filter={foldedOptions}
        data={missing}
        value={null}
        onChange={currency => currency && onChange({ ...prices, [currency]: 0 })}
      />
    </fieldset>
  )
}
