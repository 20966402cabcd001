import { type Icon, IconAlertTriangle, IconBook, IconEye, IconInfoCircle, IconShieldCheck } from '@tabler/icons-react'
import type { TaskKind } from '#shared/tasks/rules.ts'

/** The mark of each kind, beside its colour. */
export const kindIcons: Record<TaskKind, Icon> = {
  check: IconEye,
  corrective: IconAlertTriangle,
  preventive: IconShieldCheck,
  information: IconInfoCircle,
  learning: IconBook,
}
