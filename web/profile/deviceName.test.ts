import { expect, test } from 'vitest'
import { deviceName } from './deviceName.ts'

test.each([
  [
    'Chrome, Android',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Safari, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Edge, Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
  ],
  ['Firefox, Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0'],
  [
    'Samsung Internet, Android',
    'Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
  ],
])('%s is what people call it', (name, agent) => {
  expect(deviceName(agent)).toBe(name)
})

test('what no browser says has no name', () => {
  expect(deviceName('curl/8.9.1')).toBeUndefined()
  expect(deviceName('')).toBeUndefined()
  expect(deviceName(null)).toBeUndefined()
})
