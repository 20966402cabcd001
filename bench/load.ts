/** Requests in numbers, by autocannon in a process of its own. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

const autocannon = createRequire(import.meta.url).resolve('autocannon')

type Result = { '2xx': number; non2xx: number; errors: number; duration: number }

/**
 * How many answers per second an address gives to this many connections that ask without a pause.
 * @throws Error when an answer fails
 */
export async function answersPerSecond(
  url: string,
  token: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    autocannon,
    ...['--json', '--connections', String(connections), '--duration', String(seconds)],
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

/** How many milliseconds each of some addresses takes to answer one request at a time, asked in turn; the first rounds do not count. */
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
