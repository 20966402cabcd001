import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import styles from './PersonName.module.css'

/** A person's picture and name. */
export function PersonName({ person }: { person: { name: string; avatar: string | null } }) {
  return (
    <span className={styles.person}>
      <PersonAvatar name={person.name} avatar={person.avatar} size={32} />
      <bdi>{person.name}</bdi>
    </span>
  )
}
