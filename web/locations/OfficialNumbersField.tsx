import { Button, Fieldset, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { maxOfficialNumbers } from '#shared/locations/rules.ts'
import type { LocationValues } from './LocationForm.tsx'
import styles from './OfficialNumbersField.module.css'

/** What authorities know a place by: which number it is, and the number. A row that says nothing is left out when it is saved. */
export function OfficialNumbersField({ form }: { form: UseFormReturn<LocationValues> }) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: form.control,
    name: 'official_numbers',
    rules: {
      validate: rows =>
        !rows?.some(({ scheme, number }) => !scheme.trim() !== !number.trim()) || t('locations.numberHalf'),
    },
  })
  const rows = field.value ?? []
  const change = (at: number, part: object) =>
    field.onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <Fieldset legend={t('locations.officialNumbers')} className={styles.rows}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <div key={index} className={styles.row}>
          <TextInput
            label={t('locations.scheme')}
            maxLength={60}
            value={row.scheme}
            onChange={event => change(index, { scheme: event.currentTarget.value })}
          />
          <TextInput
            label={t('locations.number')}
            maxLength={60}
            dir="auto"
            value={row.number}
            onChange={event => change(index, { number: event.currentTarget.value })}
          />
        </div>
      ))}
      {fieldState.error && (
        <p role="alert" className={styles.error}>
          {fieldState.error.message}
        </p>
      )}
      {rows.length < maxOfficialNumbers && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} />}
          onClick={() => field.onChange([...rows, { scheme: '', number: '' }])}
        >
          {t('locations.addNumber')}
        </Button>
      )}
    </Fieldset>
  )
}
