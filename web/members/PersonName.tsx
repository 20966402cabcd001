import { Avatar } from '@mantine/core'
import styles from './PersonName.module.css'

/** A person's picture and name. */
export function PersonName({ person }: { person: { name: string; avatar: string | null } }) {
  return (
    <span className={styles.person}>
      <Avatar src={person.avatar} name={person.name} color="orange" size={32} alt="" aria-hidden />
      <bdi>{person.name}</bdi>
    </span>
  )
}
