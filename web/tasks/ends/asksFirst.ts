import type { SentTask } from '#shared/tasks/contract.ts'
import { keptPeople } from '../../lib/people.ts'

/** Whether something is asked before a task is done: proof, whether what was done helped, or who did it. */
export const asksFirst = (sent: SentTask): boolean => Boolean(sent.proof || sent.verifies) || asksWho(sent)

/** On a device that several share, whoever ends what any of them can do says who did it. Copies of earlier versions name nobody. */
export const asksWho = (sent: SentTask): boolean => Boolean(sent.others?.length) && keptPeople().length > 1
