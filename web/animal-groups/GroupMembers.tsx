import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { animalsApi } from '../animals/api.ts'
import { SubjectStatus } from '../subjects/SubjectStatus.tsx'
import styles from './GroupMembers.module.css'

const shown = 50

/** The animals of a group by name; all of a large one are in the register. */
export function GroupMembers({ groupId }: { groupId: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(animalsApi.list.query({ animal_group_id: groupId, per_page: shown }))
  if (!data) return null
  const { total } = data.meta
  return (
    <section className={styles.members}>
      <Title order={2} size="h3">
        {t('animalGroups.members', { count: total })}
      </Title>
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
    </section>
  )
}
