/** Answers and refusals in the form of SCIM (RFC 7644, 3.12): its media type, and no envelope. */
import type { FastifyReply } from 'fastify'
import type { Translate } from '#shared/lib/localizedText.ts'
import type { Problem } from '#shared/lib/problem.ts'

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'
const mediaType = 'application/scim+json; charset=utf-8'

/** Sends a resource; of a new one also where it is. Nothing is 204. */
export function sendScim(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  if (body === null) return reply.code(204).send()
  const { location } = (body as { meta?: { location?: string } }).meta ?? {}
  if (status === 201 && location) reply.header('location', location)
  return reply.code(status).type(mediaType).send(JSON.stringify(body))
}

/** Kinds of mistakes, by the field at which tend found them. */
const kinds: Record<string, string> = { filter: 'invalidFilter', path: 'invalidPath', op: 'invalidSyntax' }

/** Sends a refusal. What tend calls 422 is 400 here, with the kind of the mistake. */
export function refuseScim(reply: FastifyReply, problem: Problem, t: Translate): FastifyReply {
  const [field] = Object.keys(problem.errors ?? {})
  const [mistake] = problem.errors?.[field ?? ''] ?? []
  const status = problem.status === 422 ? 400 : problem.status
  const scimType =
    problem.code === 'already_provisioned'
      ? 'uniqueness'
      : problem.code === 'malformed'
        ? 'invalidSyntax'
        : problem.status === 422
          ? (kinds[field ?? ''] ?? 'invalidValue')
          : undefined
  const said = mistake && (mistake.message ?? t(`problem.field.${mistake.code}`, mistake.values))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .type(mediaType)
    .send(
      JSON.stringify({
        schemas: [errorSchema],
        status: String(status),
        ...(scimType && { scimType }),
        detail: said ? `${field}: ${said}` : t(`problem.${problem.text}`),
      }),
    )
}
