/**
 * The clocks of a case. Directive (EU) 2019/1937, article 9(1): (b) the receipt is acknowledged within seven days; (f) the reporter hears what
 * came of it within three months of the acknowledgement, or, where none was sent, of the end of those seven days.
 */
import { daysLater, monthsLater } from '../lib/localDays.ts'
import type { CaseRow } from './queries.ts'

type Days = Pick<CaseRow, 'receivedOn' | 'acknowledgedOn' | 'answeredOn'>

export function clocksOf({ receivedOn, acknowledgedOn }: Pick<Days, 'receivedOn' | 'acknowledgedOn'>) {
  const acknowledgeBy = daysLater(receivedOn, 7)
  return { acknowledgeBy, answerBy: monthsLater(acknowledgedOn ?? acknowledgeBy, 3) }
}

/** Whether those who handle cases are to be reminded of it on this day. */
export function isDueOn(today: string, days: Days): boolean {
  const { acknowledgeBy, answerBy } = clocksOf(days)
  const waits = days.acknowledgedOn === null && [daysLater(acknowledgeBy, -3), daysLater(acknowledgeBy, -1)]
  const unanswered = days.answeredOn === null && [
    monthsLater(answerBy, -1),
    daysLater(answerBy, -7),
    daysLater(answerBy, -1),
  ]
  return [waits, unanswered].some(reminded => reminded !== false && reminded.includes(today))
}

/** When a closed case is erased unless those who handle it say another day: it is kept no longer than is needed (article 18(1)). */
export const eraseAfter = (closedOn: string): string => monthsLater(closedOn, 36)
