import { existsSync } from 'node:fs'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toLocale } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import { type FieldErrors, Problem, type ProblemCode } from '#shared/lib/problem.ts'
import type { Services } from '../context.ts'
import { problemOf } from '../db/constraints.ts'
import { refuseScim } from './scim.ts'
import { isScreen, webFolder } from './web.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads the body of an HTML form too; the JSON calls do not. */
    takesForms?: boolean
    /** Refuses in the form of SCIM. */
    format?: 'scim'
  }
}

/** Only Problems reach the client; anything else is logged with the request's id and answered as `internal`. */
export function answerErrors(
  app: FastifyInstance,
  { texts, aggregatedErrors, recentErrors }: Pick<Services, 'texts' | 'aggregatedErrors' | 'recentErrors'>,
): void {
  const textsFor = (request: FastifyRequest): Translate =>
    texts(toLocale((request.query as { lang?: unknown } | undefined)?.lang))

  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(fromFastify(error as FastifyError))
    if (problem instanceof Problem) return send(reply, problem, textsFor(request))
    // A call of which the log has no line (routes.ts): noted for the day, not for the moment.
    if (request.log.level === 'silent') aggregatedErrors.note(error as Error)
    else {
      request.log.error({ err: error }, 'A request failed')
      recentErrors.note(`${request.method} ${request.routeOptions.url ?? ''}`, error)
    }
    return send(reply, new Problem('internal'), textsFor(request))
  })

  app.setNotFoundHandler((request, reply) => {
    if (existsSync(webFolder) && isScreen(request.method, request.url)) return reply.sendFile('index.html')
    return send(reply, new Problem('not_found'), textsFor(request))
  })
}

function send(reply: FastifyReply, problem: Problem, t: Translate): FastifyReply {
  if (problem.status === 503 || problem.status === 429) reply.header('retry-after', String(problem.retryAfter ?? 5))
  // A stream that fails before its first piece was announced as something else, and as compressed.
  for (const announced of ['content-encoding', 'content-disposition', 'content-length']) reply.removeHeader(announced)
  if (reply.request.routeOptions.config?.format === 'scim') return refuseScim(reply, problem, t)
  return reply
    .code(problem.status)
    .type('application/json; charset=utf-8')
    .send({
      message: t(`problem.${problem.text}`),
      code: problem.code,
      ...(problem.errors && { errors: describeErrors(problem.errors, t) }),
      ...(problem.data !== undefined && { data: problem.data }),
    })
}

const describeErrors = (errors: FieldErrors, t: Translate) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, found]) => [
      path,
      found.map(({ code, values, message }) => message ?? t(`problem.field.${code}`, values)),
    ]),
  )

const fastifyStatus: Partial<Record<number, ProblemCode>> = {
  400: 'malformed',
  // The static server's word for an address that leads out of its folder.
  403: 'not_found',
  404: 'not_found',
  413: 'too_large',
  415: 'wrong_content_type',
  429: 'too_many_requests',
  503: 'unavailable',
}

/** What Fastify itself refuses: broken JSON, too large a body, too many requests. */
function fromFastify(error: FastifyError): unknown {
  const code = typeof error.statusCode === 'number' ? fastifyStatus[error.statusCode] : undefined
  return !(error instanceof Problem) && code ? new Problem(code) : error
}
