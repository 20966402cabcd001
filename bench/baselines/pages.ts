/** Serves a folder of built pages as tend serves its own: compressed, and nothing kept. */
import fastifyCompress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

const app = Fastify()
await app.register(fastifyCompress, { threshold: 1024 })
await app.register(fastifyStatic, { root: process.env.FOLDER ?? '' })

process.on('SIGTERM', () => app.close())
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
