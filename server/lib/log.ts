import type { FastifyBaseLogger } from 'fastify'

/** Structured logs of the server; every line of a request carries its id. */
export type Log = FastifyBaseLogger

/** Fields that never reach a log, at any depth. */
export const secretPaths = ['authorization', 'cookie', 'password', 'token', 'secret'].flatMap(name => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])

type DescribedError = { type: string; message: string; code?: string; stack: string; cause?: DescribedError }

/**
 * An error as it is logged: what happened and where. Values stay out, for they are people's: a failed query carries its
 * parameters in its message, and the database names the row in `detail`.
 */
export function describeError(error: Error & { code?: unknown }): DescribedError {
  return {
    type: error.name,
    message: error.message.split('\nparams:')[0] ?? '',
    ...(typeof error.code === 'string' && { code: error.code }),
    stack: (error.stack ?? '').split('\n').filter(isFrame).join('\n'),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}

const isFrame = (line: string) => /^\s+at /.test(line)
