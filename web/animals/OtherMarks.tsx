import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Identifier } from '#shared/animals/contract.ts'
import type { AnimalValues } from './AnimalForm.tsx'

const most = 10

type Props = { form: UseFormReturn<AnimalValues>; choices: { value: Identifier['scheme']; label: string }[] }

/** The marks of an animal beside its first one, each with its kind. */
export function OtherMarks({ form, choices }: Props) {
  const { t } = useTranslation()
  const { fields, append, remove, update } = useFieldArray({ control: form.control, name: 'other_identifiers' })
  return (
    <fieldset>
      <legend>{t('animals.otherMarks')}</legend>
      {fields.map(({ id, scheme, value }, index) => (
        <Group key={id} wrap="nowrap" align="end" gap="xs" mb="xs">
          <Select
            label={t('animals.scheme')}
            data={choices}
            value={scheme}
            allowDeselect={false}
            onChange={picked => update(index, { scheme: picked as Identifier['scheme'], value: valueAt(index) })}
          />
          <TextInput label={t('animals.mark')} maxLength={100} defaultValue={value} {...registered(index)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('animals.removeMark', { value: valueAt(index) || value })}
            onClick={() => remove(index)}
          >
            <IconX size={20} />
          </ActionIcon>
        </Group>
      ))}
      {fields.length < most && (
        <Button variant="subtle" size="compact-md" onClick={() => append({ scheme: 'eid', value: '' })}>
          {t('animals.addMark')}
        </Button>
      )}
    </fieldset>
  )

  function valueAt(index: number): string {
    return form.getValues(`other_identifiers.${index}.value`) ?? ''
  }
  function registered(index: number) {
    return form.register(`other_identifiers.${index}.value`)
  }
}
