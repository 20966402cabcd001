import { expect, test } from 'vitest'
import { deadlinesOf, isDueOn } from './queries.ts'

test('seven days to acknowledge, three months from then to answer, or from the end of the seven days', () => {
  expect(deadlinesOf({ receivedOn: '2026-11-24', acknowledgedOn: null })).toEqual({
    acknowledgeBy: '2026-12-01',
    answerBy: '2027-03-01',
  })
  expect(deadlinesOf({ receivedOn: '2026-11-24', acknowledgedOn: '2026-11-30' }).answerBy).toBe('2027-02-28')
})

test('those who handle cases are reminded on day four and six, and before the three months are over', () => {
  const open = { receivedOn: '2026-11-24', acknowledgedOn: null, answeredOn: null }
  const days = ['2026-11-27', '2026-11-28', '2026-11-30', '2027-02-01', '2027-02-22', '2027-02-28']
  expect(days.filter(day => isDueOn(day, open))).toEqual(days.slice(1))
  const answered = { ...open, acknowledgedOn: '2026-11-25', answeredOn: '2026-12-24' }
  expect(days.filter(day => isDueOn(day, answered))).toEqual([])
})
