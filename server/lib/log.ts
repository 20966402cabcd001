import type { FastifyBaseLogger } from 'fastify'

/** Structured logs of the server; every line of a request carries its id. */
export type Log = FastifyBaseLogger

/** Fields that never reach a log, wherever they stand. */
export const secretPaths = ['authorization', 'cookie', 'password', 'token', 'secret'].flatMap(name => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])
