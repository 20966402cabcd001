import { expect, test } from 'vitest'
import { reminderOf } from './reminder.ts'

test('a reminder is of two whole days, and says nothing about what it is for', () => {
  const text = reminderOf('2026-11-30', 'Reminder')
  expect(text.match(/DTSTART.*/g)).toEqual(['DTSTART;VALUE=DATE:20261207', 'DTSTART;VALUE=DATE:20270228'])
  expect(text.match(/SUMMARY.*/g)).toEqual(['SUMMARY:Reminder', 'SUMMARY:Reminder'])
  expect(text).not.toMatch(/174213|tend|case|report|http|URL|DESCRIPTION|LOCATION/i)
  expect(text.split('\r\n').at(0)).toBe('BEGIN:VCALENDAR')
})
