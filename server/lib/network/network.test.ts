import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { readTrustProxy } from './network.ts'

/** Where a request seems to come from that arrives from `peer` with this X-Forwarded-For. */
async function seenAs(setting: string, peer: string, forwarded: string): Promise<string> {
  const app = Fastify({ trustProxy: readTrustProxy(setting) })
  app.get('/', request => request.ip)
  const answer = await app.inject({ url: '/', remoteAddress: peer, headers: { 'x-forwarded-for': forwarded } })
  await app.close()
  return answer.body
}

test('nobody is believed about where they come from unless the settings say so', async () => {
  expect(await seenAs('false', '127.0.0.1', '198.51.100.7')).toBe('127.0.0.1')
})

test('behind one proxy the client is the address that the proxy saw', async () => {
  for (const proxy of ['127.0.0.1', '172.18.0.3', '::1', 'fd00::3'])
    expect(await seenAs('true', proxy, '10.0.0.1, 198.51.100.7, 203.0.113.5')).toBe('203.0.113.5')
  // Somebody of the farm's own network, who claims to be elsewhere.
  expect(await seenAs('true', '127.0.0.1', '198.51.100.7, 192.168.1.20')).toBe('192.168.1.20')
})

test('a sender past the proxy, from the internet, is not believed', async () => {
  expect(await seenAs('true', '203.0.113.5', '198.51.100.7')).toBe('203.0.113.5')
})

test('named proxies are passed over one after another, and the first that is none of them is the client', async () => {
  const setting = '10.0.0.0/8, 198.51.100.1'
  expect(await seenAs(setting, '10.0.0.2', '1.2.3.4, 203.0.113.5, 198.51.100.1')).toBe('203.0.113.5')
  expect(await seenAs(setting, '10.0.0.2', '1.2.3.4, 192.168.1.20')).toBe('192.168.1.20')
  expect(await seenAs(setting, '172.18.0.3', '1.2.3.4')).toBe('172.18.0.3')
})

test('a setting that names no proxy stops the start', () => {
  const read = (value: string) => () => readConfig({ TRUST_PROXY: value }, { demo: false, version: '1.0.0' })
  for (const wrong of ['2', 'nonsense', '10.0.0.0/99', '10.0.0.1,']) expect(read(wrong), wrong).toThrow('TRUST_PROXY')
  expect(read('true')).not.toThrow()
  expect(readConfig({}, { demo: false, version: '1.0.0' }).trustProxy).toBe(false)
})
