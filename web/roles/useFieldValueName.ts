import { useTranslation } from 'react-i18next'
import { species } from '#shared/animals/species.ts'
import { formStatuses } from '#shared/forms/statuses.ts'
import { locationTypes } from '#shared/locations/locationTypes.ts'
import { submissionStatuses } from '#shared/submissions/statuses.ts'
import type { PermissionSubject } from './matrix.ts'

/** Names a value of a field by which a role can be narrowed, as its own screens do. */
export function useFieldValueName() {
  const { t } = useTranslation()
  return (subject: PermissionSubject, field: string, value: string): string => {
    const type = locationTypes.find(one => one === value)
    const animal = species.find(one => one === value)
    const formState = formStatuses.find(one => one === value)
    const submissionState = submissionStatuses.find(one => one === value)
    if (field === 'type' && type) return t(`locations.types.${type}`)
    if (field === 'species' && animal) return t(`animals.speciesNames.${animal}`)
    if (subject === 'Form' && formState) return t(`forms.states.${formState}`)
    if (subject === 'Submission' && submissionState) return t(`submissions.states.${submissionState}`)
    return value
  }
}
