import type { Band } from '#shared/forms/scoring/score.ts'
import type { Status } from '../ui/Notice.tsx'

/** Each band's icon and colour. */
export const bandStatus: Record<Band, Status> = { good: 'ok', attention: 'attention', act: 'stop' }
