import { useTranslation } from 'react-i18next'
import { species } from '#shared/animals/rules.ts'
import { formStatuses } from '#shared/forms/rules.ts'
import { locationTypes } from '#shared/locations/rules.ts'
import { submissionStatuses } from '#shared/submissions/rules.ts'
import { vehicleTypes } from '#shared/vehicles/rules.ts'
import type { PermissionSubject } from './matrix.ts'

/** Names a value of a field by which a role can be narrowed, as its own screens do. */
export function useFieldValueName() {
  const { t } = useTranslation()
  return (subject: PermissionSubject, field: string, value: string): string => {
    const placeType = locationTypes.find(one => one === value)
    const vehicleType = vehicleTypes.find(one => one === value)
    const animal = species.find(one => one === value)
    const formState = formStatuses.find(one => one === value)
    const submissionState = submissionStatuses.find(one => one === value)
    if (subject === 'Location' && placeType) return t(`locations.types.${placeType}`)
    if (subject === 'Vehicle' && vehicleType) return t(`vehicles.types.${vehicleType}`)
    if (field === 'species' && animal) return t(`animals.speciesNames.${animal}`)
    if (subject === 'Form' && formState) return t(`forms.states.${formState}`)
    if (subject === 'Submission' && submissionState) return t(`submissions.states.${submissionState}`)
    return value
  }
}
