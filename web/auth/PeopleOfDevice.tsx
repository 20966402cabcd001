import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DevicePerson, keptPeople } from '../lib/people.ts'
import styles from './PeopleOfDevice.module.css'

type Props = {
  onChoose: (person: DevicePerson) => void
  onOther: () => void
}

/** Whoever shares this device: each comes back with their own PIN or password, to their own work. */
export function PeopleOfDevice({ onChoose, onOther }: Props) {
  const { t } = useTranslation()
  const [people] = useState(keptPeople)
  const [waiting, setWaiting] = useState<ReadonlyMap<number, number>>(new Map())
  useEffect(() => {
    import('../lib/offline/pendingByUser.ts').then(async ({ pendingByUser: waitingByPerson }) =>
      setWaiting(await waitingByPerson()),
    )
  }, [])
  return (
    <>
      <ul className={styles.people}>
        {people.map(person => {
          const count = waiting.get(person.user_id) ?? 0
          return (
            <li key={person.device ?? person.user_id}>
              <button type="button" className={styles.person} onClick={() => onChoose(person)}>
                <bdi className={styles.name}>{person.name}</bdi>
                {person.company && <bdi className={styles.company}>{person.company}</bdi>}
                {count > 0 && <span className={styles.waiting}>{t('common.unsent', { count })}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      <Button variant="subtle" fullWidth mt="sm" onClick={onOther}>
        {t('auth.people.other')}
      </Button>
    </>
  )
}
