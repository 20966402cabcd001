import { Avatar } from '@mantine/core'

type Props = {
  /** Stands beside it, so the picture itself says nothing to those who listen. */
  name: string
  /** The plain path of the picture, as the API gives it; the initials stand in its place without one. */
  avatar: string | null
  size: number
}

/** Somebody's picture, or their initials. */
export function PersonAvatar({ name, avatar, size }: Props) {
  return <Avatar src={avatar && `/storage/${avatar}`} name={name} color="orange" size={size} alt="" aria-hidden />
}
