import { useQuery } from '@tanstack/react-query'
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import type { SubjectType } from '#shared/subjects/registry.ts'
import { registerNames } from '../answers/registerNames.ts'
import { tagReader } from '../answers/scanning/tagReader.ts'
import { RowField } from '../ui/row/RowField.tsx'
import { registerApis } from './registerApis.ts'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  type: SubjectType
  except?: number | undefined
}

/** Chooses a row of a register, offline among the names that this device has, and what it registered itself. */
export function RegisterField<Values extends FieldValues>({ type, ...rest }: Props<Values>) {
  const { form, name, except } = rest
  const names = useQuery(registerNames(type))
  return (
    <RowField
      {...rest}
      from={registerApis[type] as (typeof registerApis)['animal']}
      atHand={names.data}
      onKeyDown={tagReader({
        types: [type],
        isOffered: ({ id }) => id !== except,
        pick: ({ id }) => form.setValue(name, id as PathValue<Values, typeof name>, { shouldDirty: true }),
      })}
    />
  )
}
