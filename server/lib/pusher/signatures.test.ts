import { expect, test } from 'vitest'
import { channelSignature, sameSignature } from './signatures.ts'

// The worked examples of Pusher's own documentation.
const app = { key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' }

test('a private channel is signed as in the documented example', () => {
  expect(channelSignature(app, '1234.1234', 'private-foobar')).toBe(
    '278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
  )
})

test('a presence channel is signed with the exact text of its data as in the documented example', () => {
  const data = '{"user_id":10,"user_info":{"name":"Mr. Channels"}}'
  expect(channelSignature(app, '1234.1234', 'presence-foobar', data)).toBe(
    '278d425bdf160c739803:31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
  )
})

test('only the whole signature is the same signature', () => {
  expect(sameSignature('key:abc', 'key:abc')).toBe(true)
  for (const other of ['', 'key:ab', 'key:abd', 'kex:abc', 'key:abcd', 'key:ABC', 'kéy:abc']) {
    expect(sameSignature('key:abc', other)).toBe(false)
  }
})
