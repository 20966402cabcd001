import { useQuery } from '@tanstack/react-query'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { SubjectType } from '#shared/subjects/registry.ts'
import { registerNames } from '../answers/registerNames.ts'
import { RowField } from '../ui/row/RowField.tsx'
import { registerApis } from './registerApis.ts'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  type: SubjectType
  except?: number | undefined
}

/** Chooses a row of a register, without signal among the names that this device has, and what it registered itself. */
export function RegisterField<Values extends FieldValues>({ type, ...rest }: Props<Values>) {
  const names = useQuery(registerNames(type))
  return <RowField {...rest} from={registerApis[type] as (typeof registerApis)['animal']} atHand={names.data} />
}
