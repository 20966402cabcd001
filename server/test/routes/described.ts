/**
 * Every answer that a test gets is held against what /api/openapi.json says of its call: its status, its shape, and of
 * a refusal the code. A code that a call can be refused with is said in its contract, under `problems`.
 */
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { contracts } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { describeApi } from '../../lib/openapi/describe.ts'
import { anywhere } from '../../lib/openapi/problems.ts'

type Response = { $ref?: string; content?: Record<string, unknown> }
type Described = {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>
}

const names = new Map<Endpoint, string>(
  Object.entries(contracts).flatMap(([feature, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(
      ([call, endpoint]) => [endpoint, `${feature}.${call}`] as const,
    ),
  ),
)
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, code: { optimize: false } })
const validators = new Map<string, ValidateFunction>()
let places: Map<string, { at: string; responses: Record<string, Response> }> | undefined

/** Throws where the answer is not as described. Calls that a test has made up are none of the contracts'. */
export function requireDescribed(endpoint: Endpoint, answer: { statusCode: number; body: string }): void {
  const name = names.get(endpoint)
  if (!name) return
  const said = place(name)
  const response = said?.responses[answer.statusCode]
  if (!response && anywhere.includes(JSON.parse(answer.body).code)) return
  if (!said || !response)
    throw new Error(`${name} answered ${answer.statusCode}, which is not described: ${answer.body}`)
  const at = response.$ref ?? `#${said.at}/responses/${answer.statusCode}`
  if (!response.$ref && !response.content?.['application/json']) return
  const validate = validatorAt(`${at}/content/application~1json/schema`)
  if (!validate(JSON.parse(answer.body)))
    throw new Error(
      `${name} answered ${answer.statusCode} otherwise than described: ${ajv.errorsText(validate.errors)}\n` +
        `${answer.body.slice(0, 1000)}`,
    )
}

function validatorAt(pointer: string): ValidateFunction {
  const known = validators.get(pointer)
  if (known) return known
  const made = ajv.compile({ $ref: `tend${pointer}` })
  validators.set(pointer, made)
  return made
}

function place(name: string) {
  places ??= read()
  return places.get(name)
}

function read() {
  const description = describeApi(contracts, { version: 'test', url: '/' }) as AnySchemaObject & Described
  ajv.addSchema(description, 'tend')
  return new Map(
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, responses }]) => {
        const at = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
        return [operationId, { at, responses }] as const
      }),
    ),
  )
}
