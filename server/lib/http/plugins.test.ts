import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { registerPlugins } from './plugins.ts'

/** The sources of pictures that a page of a server with these settings may use. */
async function pictureSources(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const app = fastify()
  await registerPlugins(app, { config: readConfig(environment, { demo: false, version: '1.0.0' }) })
  app.get('/', () => 'a page')
  const { headers } = await app.inject('/')
  await app.close()
  return /img-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
}

test('pages load pictures from their own server only', async () => {
  expect(await pictureSources({})).toBe("'self' blob: data:")
})

test('where the settings name map tiles, their origin is allowed, and no other', async () => {
  const tiles = 'https://tiles.example.org:8443/{z}/{x}/{y}.png?style=plain'
  expect(await pictureSources({ MAP_TILES: tiles })).toBe("'self' blob: data: https://tiles.example.org:8443")
})
