import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { GroupCounts } from '../animal-events/GroupCounts.tsx'
import { OnDay } from '../animal-events/OnDay.tsx'
import { Withholds } from '../animal-events/Withholds.tsx'
import { api } from '../api.ts'
import { GroupWelfare } from '../reports/GroupWelfare.tsx'
import { SubjectPage } from '../subjects/SubjectPage.tsx'
import { lazyPart, lazySection } from '../ui/lazyPart.tsx'
import { RowName } from '../ui/list/RowName.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { GroupSample } from './GroupSample.tsx'

const EventHistory = lazySection(() => import('../animal-events/EventHistory.tsx').then(part => part.EventHistory))
const AnimalGroupForm = lazyPart(() => import('./AnimalGroupForm.tsx').then(part => part.AnimalGroupForm))

/** One group of animals, with the animals in it. */
export function AnimalGroupPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/shell/animals/groups/$id' })
  return (
    <SubjectPage
      id={Number(id)}
      feature="animalGroups"
      subject="AnimalGroup"
      calls={api.animalGroups}
      back={{ to: '/animals/groups', text: t('animalGroups.title') }}
      fields={({ purpose, species, location_id: place, notes }) => [
        { label: t('animalGroups.purpose'), value: t(`animalGroups.purposes.${purpose}`) },
        { label: t('animals.species'), value: species && t(`animals.speciesNames.${species}`) },
        {
          label: t('animalGroups.location'),
          value: place && <RowName id={place} get={api.locations.get} href={`/locations/${place}`} />,
        },
        { label: t('animalGroups.notes'), value: notes },
      ]}
      form={(group, onClosed) => <AnimalGroupForm group={group} onClosed={onClosed} />}
      warnings={group => <Withholds owner={{ type: 'animal_group', id: group.id }} />}
    >
      {group => (
        <>
          <GroupMembers group={group} />
          {!group.archived_at && <GroupSample group={group} />}
          <GroupWelfare groupId={group.id} />
          <GroupCounts groupId={group.id} />
          <EventHistory
            owner={{ type: 'animal_group', id: group.id, name: group.name }}
            isArchived={group.archived_at !== null}
          />
          <OnDay owner={{ type: 'animal_group', id: group.id }} />
        </>
      )}
    </SubjectPage>
  )
}
