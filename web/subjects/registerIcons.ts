import { type Icon, IconFence, IconMapPin, IconTag, IconTruck } from '@tabler/icons-react'
import type { SubjectType } from '#shared/subjects/registry.ts'

/** The sign of each register, wherever one of its rows is named. */
export const registerIcons: Record<SubjectType, Icon> = {
  animal: IconTag,
  animal_group: IconFence,
  location: IconMapPin,
  vehicle: IconTruck,
}
