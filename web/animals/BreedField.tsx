import { Autocomplete } from '@mantine/core'
import { useState } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { breedIn, breedsOf } from '#shared/animals/breeds.ts'
import { toLocale } from '#shared/lib/language.ts'
import type { AnimalValues } from './AnimalForm.tsx'

/** The breed of an animal: one of those of its species, as the reader's language calls them, or what is typed. */
export function BreedField({ form }: { form: UseFormReturn<AnimalValues> }) {
  const { t, i18n } = useTranslation()
  const locale = toLocale(i18n.language)
  const { field, fieldState } = useController({ control: form.control, name: 'breed' })
  // Nobody's words become others while they are typed.
  const [typed, setTyped] = useState<string>()
  const choices = breedsOf(useWatch({ control: form.control, name: 'species' }), locale)
  return (
    <Autocomplete
      ref={field.ref}
      name={field.name}
      onBlur={() => {
        setTyped(undefined)
        field.onBlur()
      }}
      label={t('animals.breed')}
      maxLength={100}
      error={fieldState.error?.message}
      data={choices.map(({ label }) => label)}
      limit={100}
      value={typed ?? (field.value ? breedIn(locale, field.value) : '')}
      onChange={text => {
        setTyped(text)
        field.onChange(text === '' ? null : (choices.find(({ label }) => label === text)?.value ?? text))
      }}
    />
  )
}
