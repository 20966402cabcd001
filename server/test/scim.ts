/** An identity provider: it calls SCIM as Entra ID and Okta do, and holds each answer against RFC 7643 and 7644. */
import { expect } from 'vitest'
import type { keys } from '#shared/accounts/keys.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { scimSchemas } from '#shared/provisioning/scim.ts'
import { keyOf } from './keys.ts'
import type { Person, TestCompany } from './people.ts'
import { tend } from './tend.ts'

export type Resource = Record<string, unknown> & { id: string }
export type ScimAnswer = {
  status: number
  statusCode: number
  headers: Record<string, unknown>
  body: Record<string, unknown> & Resource
}

type Attribute = {
  name: string
  type: string
  multiValued: boolean
  required: boolean
  mutability: string
  returned: string
  uniqueness: string
  caseExact: boolean
  subAttributes?: Attribute[]
  referenceTypes?: string[]
}

/** Makes a call with somebody's token; without one, as anybody. */
export async function callScim(
  token: string | null,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
): Promise<ScimAnswer> {
  const { app } = await tend()
  const answer = await app.inject({
    method,
    url: `/scim/v2${path}`,
    ...(payload && { payload: JSON.stringify(payload) }),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload && { 'content-type': 'application/scim+json' }),
    },
  })
  const body = answer.body === '' ? {} : JSON.parse(answer.body)
  if (answer.statusCode === 204) expect(answer.body).toBe('')
  else expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8')
  if (answer.statusCode >= 400) requireRefusal(answer.statusCode, body)
  return { status: answer.statusCode, statusCode: answer.statusCode, headers: answer.headers, body }
}

function requireRefusal(status: number, body: Record<string, unknown>): void {
  expect(body).toMatchObject({ schemas: [scimSchemas.error], status: String(status), detail: expect.any(String) })
  const known = ['invalidFilter', 'invalidPath', 'invalidSyntax', 'invalidValue', 'uniqueness', 'noTarget', undefined]
  expect(known).toContain(body.scimType)
  expect(Object.keys(body).every(name => ['schemas', 'status', 'detail', 'scimType'].includes(name))).toBe(true)
}

/** A provider with a key of the company, whose answers are validated. */
export async function providerOf(
  boss: Person,
  farm: Pick<TestCompany, 'id'>,
  draft: Partial<InputOf<typeof keys.create>> = {},
) {
  const key = await keyOf(boss, farm.id, { name: 'Entra ID', access: 'scim', role_id: roles.employee, ...draft })
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
    const answer = await callScim(key.token, method, path, payload)
    if (answer.status < 300 && answer.status !== 204) await requireValid(key.token, answer.body)
    return answer
  }
  return {
    key,
    call,
    /** Brings a person as Entra ID does; the resource. */
    bring: async (userName: string, more: object = {}) => {
      const { status, body } = await call('POST', '/Users', entraUser(userName, more))
      expect([status, body.detail]).toEqual([201, undefined])
      return body
    },
    patch: (path: string, ...Operations: object[]) => call('PATCH', path, { schemas: [scimSchemas.patch], Operations }),
  }
}

/** What Entra ID sends for a new person, with its extension for enterprises. */
export const entraUser = (userName: string, more: object = {}) => ({
  schemas: [scimSchemas.user, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `object-${userName}`,
  userName,
  active: true,
  displayName: 'Eva Entra',
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Eva Entra', familyName: 'Entra', givenName: 'Eva' },
  title: 'Herd manager',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Barn' },
  ...more,
})

const described = new Map<string, Attribute[]>()

async function attributesOf(token: string, schema: string): Promise<Attribute[]> {
  const known = described.get(schema)
  if (known) return known
  const { status, body } = await callScim(token, 'GET', `/Schemas/${schema}`)
  expect(status).toBe(200)
  const attributes = body.attributes as Attribute[]
  attributes.forEach(requireCharacteristics)
  described.set(schema, attributes)
  return attributes
}

/** RFC 7643, 7: the characteristics of an attribute, and the values that each may have. */
function requireCharacteristics(attribute: Attribute): void {
  const { name, type, mutability, returned, uniqueness, subAttributes, referenceTypes } = attribute
  expect(name).toMatch(/^\$?[A-Za-z][\w-]*$/)
  expect(['string', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'complex', 'binary']).toContain(type)
  expect(['readOnly', 'readWrite', 'immutable', 'writeOnly']).toContain(mutability)
  expect(['always', 'never', 'default', 'request']).toContain(returned)
  expect(['none', 'server', 'global']).toContain(uniqueness)
  for (const flag of ['multiValued', 'required', 'caseExact'] as const) expect(typeof attribute[flag]).toBe('boolean')
  expect(type === 'complex').toBe(subAttributes !== undefined)
  expect(type === 'reference').toBe(referenceTypes !== undefined)
  subAttributes?.forEach(requireCharacteristics)
}

/** Throws where a resource, or one of a list, has what its schema does not describe or lacks what it requires. */
export async function requireValid(token: string, resource: Record<string, unknown>, isWhole = true): Promise<void> {
  const [schema] = resource.schemas as string[]
  if (schema === scimSchemas.list) {
    expect(resource).toMatchObject({
      totalResults: expect.any(Number),
      startIndex: expect.any(Number),
      itemsPerPage: (resource.Resources as unknown[]).length,
    })
    for (const one of resource.Resources as Record<string, unknown>[]) await requireValid(token, one, false)
    return
  }
  if (schema !== scimSchemas.user && schema !== scimSchemas.group) return
  const { schemas: _, id, meta, ...own } = resource
  expect(id).toEqual(expect.any(String))
  if (isWhole)
    expect(meta).toEqual({
      resourceType: schema === scimSchemas.user ? 'User' : 'Group',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      location: expect.stringMatching(new RegExp(`/scim/v2/(Users|Groups)/${id}$`)),
    })
  requireFits(own, await attributesOf(token, schema), isWhole)
}

function requireFits(value: Record<string, unknown>, attributes: Attribute[], isWhole: boolean): void {
  for (const [name, own] of Object.entries(value)) {
    const attribute = attributes.find(one => one.name === name)
    if (!attribute) throw new Error(`No schema describes ${name}.`)
    expect(Array.isArray(own), name).toBe(attribute.multiValued)
    for (const one of [own].flat()) {
      if (attribute.type === 'complex') requireFits(one as Record<string, unknown>, attribute.subAttributes ?? [], true)
      else expect(typeof one, name).toBe(attribute.type === 'boolean' ? 'boolean' : 'string')
    }
  }
  if (isWhole) for (const { name, required } of attributes) if (required) expect(value, name).toHaveProperty(name)
}
