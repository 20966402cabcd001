import type { SentTask } from '#shared/tasks/contract.ts'
import { keptPeople } from '../../lib/people.ts'

/** On a device that several share, whoever ends what any of them can do says who did it. Copies of earlier versions name nobody. */
export const asksWho = (sent: SentTask): boolean => Boolean(sent.others?.length) && keptPeople().length > 1
