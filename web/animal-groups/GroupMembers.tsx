import { Button, Title } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnimalGroup } from '#shared/animals/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { SubjectStatus } from '../subjects/status/SubjectStatus.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import styles from './GroupMembers.module.css'

const ReadAnimals = lazyPart(() => import('./ReadAnimals.tsx').then(part => part.ReadAnimals))

const EventForm = lazyPart(() => import('../animal-events/EventForm.tsx').then(part => part.EventForm))
const shown = 50

/** The animals of a group by name; all of a large one are in the register. */
export function GroupMembers({ group }: { group: AnimalGroup }) {
  const { t } = useTranslation()
  const groupId = group.id
  const can = useAbility()
  const [isMoving, setMoving] = useState(false)
  const [isReading, setReading] = useState(false)
  const { data } = useQuery(api.animals.list.query({ animal_group_id: groupId, per_page: shown }))
  if (!data) return null
  const { total } = data.meta
  return (
    <section className={styles.members}>
      <div className={styles.head}>
        <Title order={2} size="h3">
          {t('animalGroups.members', { count: total })}
        </Title>
        {!group.archived_at && can('create', 'AnimalEvent') && (
          <div className={styles.acts}>
            <Button variant="default" leftSection={<IconBarcode size={20} />} onClick={() => setReading(true)}>
              {t('animalGroups.reading.open')}
            </Button>
            <Button variant="default" onClick={() => setMoving(true)}>
              {t('animalGroups.moveAll')}
            </Button>
          </div>
        )}
      </div>
      {total > 0 && (
        <ul className={styles.list}>
          {data.data.map(animal => (
            <li key={animal.id}>
              <Link to="/animals/$id" params={{ id: String(animal.id) }}>
                <bdi>{animal.name}</bdi>
                {animal.status && animal.status.state !== 'ok' && <SubjectStatus state={animal.status.state} />}
              </Link>
            </li>
          ))}
          {total > shown && (
            <li>
              <Link to="/animals" search={{ animal_group_id: String(groupId) }}>
                {t('animalGroups.allMembers')}
              </Link>
            </li>
          )}
        </ul>
      )}
      {isReading && <ReadAnimals group={group} onClosed={() => setReading(false)} />}
      {isMoving && (
        <EventForm
          owner={{ type: 'animal_group', id: groupId, name: group.name }}
          only="move"
          title={t('animalGroups.moveAll')}
          onClosed={() => setMoving(false)}
        />
      )}
    </section>
  )
}
