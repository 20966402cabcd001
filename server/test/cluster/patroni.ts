/** Two PostgreSQL under Patroni with etcd, and HAProxy before them, by the files of `deploy/patroni`. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { deployed, freePort, type Program, postgresPrograms, runProgram, untilSo } from './programs.ts'

/**
 * How a primary goes: its PostgreSQL dies; its machine dies, with Patroni; its machine stands still, so that
 * connections to it stay open and nobody answers on them.
 */
export const endings = ['PostgreSQL', 'machine', 'frozen machine'] as const
export type Ending = (typeof endings)[number]

type Machine = { name: string; data: string; config: string; rest: number; patroni: Program | undefined }
type Member = { name: string; role: string; state: string; lag?: number | string }

const password = 'change-me'

export type PatroniCluster = {
  /** The owner's address of a new database, by way of HAProxy. */
  url: string
  /** Resolves when there is a primary with a synchronous standby; starts machines again that are dead. */
  whole(): Promise<void>
  /** Ends the primary. */
  end(how: Ending): Promise<void>
  said(): string
  stop(): Promise<void>
}

export async function startPatroni(folder: string): Promise<PatroniCluster> {
  const user = postgresUser()
  const [client, peer, front] = [await freePort(), await freePort(), await freePort()]
  const etcd = runProgram('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--name', 'etcd'],
    ...['--listen-client-urls', `http://127.0.0.1:${client}`, '--advertise-client-urls', `http://127.0.0.1:${client}`],
    ...['--listen-peer-urls', `http://127.0.0.1:${peer}`, '--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
    ...['--initial-cluster', `etcd=http://127.0.0.1:${peer}`],
  ])
  await untilSo(async () => (await fetch(`http://127.0.0.1:${client}/health`)).ok, 'etcd', [etcd])
  const machines: Machine[] = []
  const ports: number[] = []
  for (const name of ['one', 'two']) {
    const home = join(folder, name)
    mkdirSync(home)
    if (user) chownSync(home, user.uid, user.gid)
    const [rest, port] = [await freePort(), await freePort()]
    const config = join(home, 'patroni.yml')
    const written = deployed('patroni/patroni.yml', [
      [/^name: one$/, `name: ${name}`],
      ['127.0.0.1:8008', `127.0.0.1:${rest}`],
      ['127.0.0.1:2379', `127.0.0.1:${client}`],
      ['127.0.0.1:5432', `127.0.0.1:${port}`],
      ['/usr/lib/postgresql/15/bin', postgresPrograms() ?? ''],
      ['/var/lib/postgresql/15/tend', join(home, 'data')],
      ['/var/lib/postgresql/tend.pgpass', join(home, 'pgpass')],
      ['/var/run/postgresql', home],
    ])
    writeFileSync(config, written)
    ports.push(port)
    machines.push({ name, data: join(home, 'data'), config, rest, patroni: undefined })
  }
  const [one, two] = machines as [Machine, Machine]
  const file = join(folder, 'database.cfg')
  const balancing = deployed('patroni/haproxy.cfg', [
    ['127.0.0.1:5000', `127.0.0.1:${front}`],
    ['127.0.0.1:5432 check port 8008', `127.0.0.1:${ports[0]} check port ${one.rest}`],
    ['127.0.0.1:5433 check port 8009', `127.0.0.1:${ports[1]} check port ${two.rest}`],
  ])
  writeFileSync(file, balancing)
  const proxy = runProgram('haproxy', ['-f', file])
  const programs = () => [etcd, proxy, ...machines.flatMap(({ patroni }) => patroni ?? [])]
  const begin = (machine: Machine) => {
    machine.patroni = runProgram('patroni', [machine.config], user)
  }
  const members = async (): Promise<Member[]> => {
    const answers = await Promise.allSettled(
      machines.map(({ rest }) => fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2000) })),
    )
    const answer = answers.find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<Response> | undefined
    return answer ? ((await answer.value.json()) as { members: Member[] }).members : []
  }
  const isWhole = async () => {
    const roles = (await members()).filter(({ state }) => ['running', 'streaming'].includes(state))
    return ['leader', 'sync_standby'].every(wanted => roles.some(({ role }) => role === wanted))
  }
  const ask = async (database: string, statement: string) => {
    const connection = new Client({
      connectionString: `postgres://postgres:${password}@127.0.0.1:${front}/${database}`,
      connectionTimeoutMillis: 3000,
    })
    connection.on('error', () => {})
    await connection.connect()
    return connection.query(statement).finally(() => connection.end())
  }
  for (const machine of machines) begin(machine)
  await untilSo(isWhole, 'A primary with a standby', programs(), 120)
  await untilSo(async () => Boolean(await ask('postgres', 'select 1')), 'The primary behind HAProxy', programs())
  await ask('postgres', `create role tend login createdb createrole password '${password}'`)
  await ask('postgres', 'create database tend owner tend')
  let frozen: { machine: Machine; pids: number[] } | undefined
  /** A machine that stood still is never let go on: it has lost its power since. */
  const bury = async () => {
    if (!frozen) return
    for (const pid of frozen.pids) kill(pid, 'SIGKILL')
    await frozen.machine.patroni?.stop('SIGKILL')
    frozen = undefined
  }
  return {
    url: `postgres://tend:${password}@127.0.0.1:${front}/tend`,
    whole: async () => {
      await bury()
      for (const machine of machines) {
        const child = machine.patroni?.child
        if (!child || child.exitCode !== null || child.signalCode !== null) begin(machine)
      }
      await untilSo(isWhole, 'A primary with a standby', programs(), 120)
    },
    end: async how => {
      const leader = (await members()).find(({ role }) => role === 'leader')
      const machine = machines.find(({ name }) => name === leader?.name)
      if (!machine) throw new Error('There is no primary.')
      const postmaster = Number(readFileSync(join(machine.data, 'postmaster.pid'), 'utf8').split('\n')[0])
      if (how === 'PostgreSQL') return kill(postmaster, 'SIGKILL')
      const pids = [machine.patroni?.child.pid ?? 0, postmaster, ...childrenOf(postmaster)]
      for (const pid of pids) kill(pid, how === 'machine' ? 'SIGKILL' : 'SIGSTOP')
      if (how === 'frozen machine') frozen = { machine, pids }
    },
    said: () =>
      programs()
        .map(program => program.said())
        .join('\n'),
    stop: async () => {
      await bury()
      await Promise.all(machines.map(({ patroni }) => patroni?.stop()))
      await Promise.all([proxy.stop(), etcd.stop()])
    },
  }
}

/** PostgreSQL does not run as root. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const number = (of: string) => Number(execFileSync('id', [of, 'postgres'], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => parentOf(pid) === parent)

function parentOf(pid: number): number | undefined {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) /)
    return Number(after.split(' ')[1])
  } catch {
    return undefined
  }
}
