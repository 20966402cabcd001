import { Autocomplete, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { UsedMedicine } from '#shared/animal-events/contract.ts'
import { api } from '../api.ts'
import styles from '../ui/log/Log.module.css'
import { type EventValues, withdrawalsAs } from './eventFields.ts'
import type { Owner } from './queries.ts'

type Props = { form: UseFormReturn<EventValues>; label: string; type: UsedMedicine['type']; species: Owner['species'] }

/** Bound of those that one tap takes; the others are found by typing. */
const proposed = 3

/** The medicine. One that was used before for the species brings its dose, days and veterinarian along. */
export function MedicineField({ form, label, type, species }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery(api.animalEvents.medicines.query({}))
  const { field, fieldState } = useController({
    control: form.control,
    name: 'medicine',
    rules: { required: t('problem.field.required') },
  })
  const ofSpecies = data?.filter(one => one.type === type && (!species || one.species === species)) ?? []
  const known = [...new Map(ofSpecies.toReversed().map(one => [one.medicine.toLowerCase(), one])).values()].toReversed()

  function take({ medicine, dose, diagnosis, veterinarian, days, withdrawals }: UsedMedicine) {
    const values = { medicine, dose, diagnosis, veterinarian, days, ...withdrawalsAs(withdrawals) }
    for (const [name, value] of Object.entries(values))
      form.setValue(name as keyof EventValues, value, { shouldDirty: true, shouldValidate: name === 'medicine' })
  }

  return (
    <>
      <Autocomplete
        ref={field.ref}
        name={field.name}
        label={label}
        required
        maxLength={200}
        error={fieldState.error?.message}
        data={known.map(({ medicine }) => medicine)}
        value={field.value ?? ''}
        onBlur={field.onBlur}
        onChange={text => field.onChange(text === '' ? null : text)}
        onOptionSubmit={name => {
          const used = known.find(({ medicine }) => medicine === name)
          if (used) take(used)
        }}
      />
      {known.length > 0 && !field.value && (
        <fieldset aria-label={t('animalEvents.usedLast')} className={styles.filters}>
          <span className={styles.quiet}>{t('animalEvents.usedLast')}</span>
          {known.slice(0, proposed).map(used => (
            <Button key={used.medicine} variant="default" size="sm" onClick={() => take(used)}>
              <bdi>{[used.medicine, used.dose].filter(Boolean).join(' · ')}</bdi>
            </Button>
          ))}
        </fieldset>
      )}
    </>
  )
}
