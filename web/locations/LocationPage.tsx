import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { SubjectPage } from '../subjects/SubjectPage.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { RowName } from '../ui/list/RowName.tsx'
import { locationsApi, peopleOf } from './api.ts'

const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))

/** One place. */
export function LocationPage() {
  const { t } = useTranslation()
  const company = useUser()?.company_id ?? 0
  const canRead = useAbility()('read', 'Member')
  const { id } = useParams({ from: '/shell/locations/$id' })
  return (
    <SubjectPage
      id={Number(id)}
      noun="locations"
      subject="Location"
      calls={locationsApi}
      back={{ to: '/locations', text: t('locations.title') }}
      fields={({ type, parent_id, responsible_id, notes }) => [
        { label: t('locations.type'), value: t(`locations.types.${type}`) },
        {
          label: t('locations.partOf'),
          value: parent_id && <RowName id={parent_id} get={locationsApi.get} href={`/locations/${parent_id}`} />,
        },
        {
          label: t('locations.responsible'),
          value: responsible_id && canRead && <RowName id={responsible_id} get={peopleOf(company).get} />,
        },
        { label: t('locations.notes'), value: notes },
      ]}
      form={(location, onClosed) => <LocationForm location={location} onClosed={onClosed} />}
    />
  )
}
