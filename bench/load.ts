/** Requests in numbers, by autocannon in a process of its own. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

const autocannon = createRequire(import.meta.url).resolve('autocannon')

type Result = { '2xx': number; non2xx: number; errors: number; duration: number }

/**
 * How many answers per second an address gives to this many connections that ask without a pause, until they have so
 * many: on a busy machine some seconds would be too few to warm up.
 * @throws Error when an answer fails
 */
export async function answersPerSecond(
  url: string,
  token: string,
  { connections, answers }: { connections: number; answers: number },
): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    autocannon,
    ...['--json', '--connections', String(connections), '--amount', String(answers), '--sampleInt', '50'],
    ...['--headers', `authorization=Bearer ${token}`, url],
  ])
  const result: Result = JSON.parse(stdout)
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${url}: ${result.non2xx} answers were refusals, ${result.errors} failed`)
  return result['2xx'] / result.duration
}

/** The answer of an address as it is parsed; throws unless it is a success. */
export async function ask(url: string, token: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

/**
 * How many milliseconds each of some addresses takes to answer one request at a time, asked in turn; the first rounds
 * do not count.
 */
export async function timeInTurn(lists: { url: string; token: string }[], requests: number): Promise<number[][]> {
  const times = lists.map((): number[] => [])
  const warmingUp = Math.ceil(requests / 10)
  for (let round = -warmingUp; round < requests; round++)
    for (const [index, { url, token }] of lists.entries()) {
      const started = performance.now()
      await ask(url, token)
      if (round >= 0) times[index]?.push(performance.now() - started)
    }
  return times
}

/**
 * Sends the same body so many times over some connections that are kept open.
 * @throws Error when one is refused
 */
export async function write(
  url: string,
  token: string,
  body: object,
  { connections, writes }: { connections: number; writes: number },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = JSON.stringify(body)
  const send = async () => {
    const asked = request(url, { method: 'POST', agent, headers })
    asked.end(sent)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const words = (await answer.toArray()).join('')
    if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${words}`)
  }
  let left = writes
  try {
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (left-- > 0) await send()
      }),
    )
  } finally {
    agent.destroy()
  }
}
