/** Asks the server for what a pass shows, and keeps it on the device; without a network, the copies answer. */
import { send, visitorOptions } from '../../lib/client.ts'
import { RequestError } from '../../lib/requestError.ts'
import { dropEnded, dropKept, keptPass } from './keptPass.ts'

/** The address of a pass, and its PIN. */
export type PassAddress = { id: string; token: string; pin: string | null; endsAt?: string }

/** How the content of a pass asks the server, and what it does when the pass is over. */
export type Door = { address: PassAddress; onClosed: (error: unknown) => void }

/** The path of the calls of a pass. */
export const pathOf = ({ id, token }: PassAddress) =>
  `/passes/mine/${encodeURIComponent(id)}/${encodeURIComponent(token)}`

/** Whether an answer says that the pass opens nothing any more. */
export const isOver = (error: unknown): boolean =>
  error instanceof RequestError && ['share_taken_back', 'public_link_expired', 'pass_not_started'].includes(error.code)

const isUnreachable = (error: unknown) => error instanceof RequestError && error.code === 'network_error'

/**
 * The answer of a call of a pass, as it came. Throws a `RequestError`: of the server, or of the network where there is
 * no copy. Copies go where the pass is over.
 */
export async function askPass<T>(
  pass: PassAddress,
  call: '' | '/records' | '/sample' | '/record' | '/requests' | '/written' | '/earlier',
  body: object = {},
  signal?: AbortSignal,
): Promise<T> {
  const name = `${call} ${JSON.stringify(body)}`
  try {
    const answer = await send('POST', pathOf(pass) + call, { ...visitorOptions(pass.pin), body, signal })
    const content = new Uint8Array(await answer.arrayBuffer())
    const result = JSON.parse(new TextDecoder().decode(content)) as T
    const endsAt = pass.endsAt ?? (result as { data?: { ends_at?: string } }).data?.ends_at
    // A device without room for copies shows what the server says all the same.
    await keptPass(pass, endsAt)
      .then(kept => kept?.write(name, content))
      .catch(() => undefined)
    return result
  } catch (error) {
    if (isOver(error)) await dropKept(pass.id).catch(() => undefined)
    if (!isUnreachable(error)) throw error
    const content = await keptOf(pass, name)
    if (!content) throw error
    return JSON.parse(new TextDecoder().decode(content)) as T
  }
}

async function keptOf(pass: PassAddress, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  await dropEnded().catch(() => undefined)
  const kept = await keptPass(pass).catch(() => null)
  // Under another PIN it cannot be read.
  return (await kept?.read(name).catch(() => null)) ?? null
}

const photoAddresses = /\/storage\/passes\/[^"]+/g

/**
 * A record with its photos as addresses of this page, from the server or from the copies. Papers stay where they are:
 * each is loaded, and noted in the log, when somebody opens it. `known` are photos that were loaded before.
 */
export async function withPhotos<T extends object>(
  pass: PassAddress,
  record: T,
  known = new Map<string, string>(),
): Promise<T> {
  const { papers, ...rest } = record as T & { papers?: unknown }
  const text = JSON.stringify(rest)
  const addresses = [...new Set(text.match(photoAddresses) ?? [])]
  const shown = new Map(
    await Promise.all(addresses.map(async address => [address, await photo(pass, address, known)] as const)),
  )
  return { ...JSON.parse(text.replace(photoAddresses, address => shown.get(address) ?? address)), papers } as T
}

async function photo(pass: PassAddress, address: string, known: Map<string, string>): Promise<string | undefined> {
  const name = nameOfFile(address)
  const shown =
    known.get(name) ??
    (await passFile(pass, address).then(
      content => URL.createObjectURL(content),
      () => undefined,
    ))
  if (shown) known.set(name, shown)
  return shown
}

/** The signature in the address changes, the file does not. */
const nameOfFile = (address: string) => `photo ${address.split('/').slice(4).join('/')}`

/** A file of a pass, from the server or from the copies. Throws a `RequestError` where there is neither. */
export async function passFile(pass: PassAddress, address: string): Promise<Blob> {
  const name = nameOfFile(address)
  const answer = await fetch(address).catch(() => null)
  if (!answer) {
    const content = await keptOf(pass, name)
    if (!content) throw new RequestError({ status: 0, code: 'network_error' })
    return new Blob([content])
  }
  if (!answer.ok) throw await RequestError.of(answer)
  const content = new Uint8Array(await answer.arrayBuffer())
  await keptPass(pass, pass.endsAt)
    .then(kept => kept?.write(name, content))
    .catch(() => undefined)
  return new Blob([content], { type: answer.headers.get('content-type') ?? '' })
}
