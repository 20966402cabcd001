import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { EventType } from '#shared/animal-events/rules.ts'
import { ChoiceField, DayField, NumberField, TextField } from '../ui/fields/formFields.tsx'
import { choicesOf } from './choices.ts'
import { type DetailName, type EventValues, fieldsOf, requiredOf } from './eventFields.ts'
import { useDetailName } from './useDetailName.ts'

type Props = { form: UseFormReturn<EventValues>; type: EventType; areMany: boolean }

/** What is asked of this kind of event. */
export function DetailFields({ areMany, ...props }: Props) {
  // Of one animal its sex is known.
  const names = fieldsOf[props.type].filter(name => areMany || name !== 'sex')
  return names.map(name => <DetailField key={`${props.type}.${name}`} {...props} name={name} />)
}

function DetailField({ form, type, name }: Omit<Props, 'areMany'> & { name: DetailName }) {
  const { t } = useTranslation()
  const label = useDetailName()(name)
  const bound = { form, label, required: requiredOf[type]?.includes(name) ?? false }
  switch (name) {
    case 'reason':
    case 'disposal':
    case 'result':
    case 'product':
    case 'sex':
      return <ChoiceField {...bound} name={name} choices={choicesOf(t, type, name)} />
    case 'milk_until':
    case 'meat_until':
    case 'eggs_until':
      return <DayField {...bound} name={name} />
    case 'born_alive':
    case 'born_dead':
    case 'days':
    case 'heads_female':
    case 'heads_female_neuter':
    case 'heads_male':
    case 'heads_male_neuter':
      return <NumberField {...bound} name={name} min={0} allowDecimal={false} />
    case 'kilograms':
      return <NumberField {...bound} name={name} min={0} />
    default:
      return <TextField {...bound} name={name} maxLength={200} />
  }
}
