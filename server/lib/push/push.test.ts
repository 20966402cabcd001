import { expect, test } from 'vitest'
import { isPublicAddress } from '../network/network.ts'
import { encryptPush, maxContent } from './sender.ts'

test('a message is encrypted as the example of RFC 8291 says, byte by byte', () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const made = {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  }
  const sealed = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), keys, made)
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w' +
      'EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  expect(encryptPush(Buffer.alloc(maxContent), keys)).toHaveLength(4096)
  expect(() => encryptPush(Buffer.alloc(maxContent + 1), keys)).toThrow('too long')
})

test('a public address is told from this machine and its network, also in disguise', () => {
  for (const address of ['8.8.8.8', '142.250.74.10', '172.32.0.1', '100.63.0.1', '2a00:1450:4001:81b::200a'])
    expect(isPublicAddress(address), address).toBe(true)
  for (const address of [
    ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1'],
    ...['2002:7f00:1::', '2001:db8::1', 'ff02::1', 'localhost', ''],
  ])
    expect(isPublicAddress(address), address).toBe(false)
})
