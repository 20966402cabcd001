/** A data folder with the demo in it, started once before; and what its people do over the API. */
import { auth } from '#shared/accounts/contract.ts'
import { type Endpoint, type InputOf, isPaged, type ResultOf } from '#shared/lib/contract.ts'
import { temporaryFolder } from '../folder.ts'
import { type Server, startTend } from '../processes.ts'

export const manager = 'manager@greenfield.example'
export const worker = 'worker@greenfield.example'
export const password = 'a-demo-for-the-bench'

let folder: Promise<string> | undefined

/** The folder, which all measurements of a run share. */
export function demoFolder(): Promise<string> {
  folder ??= fill()
  return folder
}

async function fill(): Promise<string> {
  const { path } = await temporaryFolder()
  await using _ = await start(path)
  return path
}

/** The demo on its own PostgreSQL. */
export const startDemo = async (): Promise<Server> => start(await demoFolder())

const start = (path: string) => startTend(path, { DEMO_PASSWORD: password }, ['--demo'])

type Picture = { name: string; content: Buffer }
export type Caller = <E extends Endpoint>(endpoint: E, input: InputOf<E>, picture?: Picture) => Promise<ResultOf<E>>

/** Signs somebody of the demo in; what they call then. */
export async function signIn(address: string, email: string): Promise<{ token: string; call: Caller }> {
  const entered = await callerOf(address)(auth.login, { email, password })
  if (!('token' in entered)) throw new Error(`${email} is asked for more than a password.`)
  return { token: entered.token, call: callerOf(address, entered.token) }
}

const callerOf =
  (address: string, token?: string): Caller =>
  async (endpoint, input, picture) => {
    const fields: Record<string, unknown> = { ...input }
    const path = endpoint.path.replace(/:(\w+)/g, (_, field: string) => String(fields[field]))
    const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const response = await fetch(`${address}/api${path}`, {
      method: endpoint.method,
      headers: { ...authorization, ...(!picture && { 'content-type': 'application/json' }) },
      ...(endpoint.method !== 'GET' && { body: picture ? formOf(fields, picture) : JSON.stringify(fields) }),
    })
    if (!response.ok) throw new Error(`${endpoint.method} ${path}: ${response.status} ${await response.text()}`)
    if ('raw' in endpoint.returns) return (await response.blob()) as never
    const answer = await response.json()
    return (isPaged(endpoint.returns) ? answer : answer.data) as never
  }

function formOf(fields: Record<string, unknown>, { name, content }: Picture): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
  form.set('file', new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), name)
  return form
}
