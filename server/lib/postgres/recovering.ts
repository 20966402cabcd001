/**
 * Makes the database of an empty data folder from a copy and its log. All happens in a draft beside the final folder,
 * as for a new database (cluster.ts): a kill in the middle leaves a draft that the next start removes.
 */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { findBinaries } from './binaries.ts'
import { readPassword, removeAbandonedDrafts } from './cluster.ts'
import { stop, urlOf } from './embedded.ts'
import { changeOwner, locate, markReady, type Place, StartError, syncFolder } from './place.ts'
import { findPostmaster } from './postmaster.ts'
import { reachServer } from './server.ts'
import { connectOwner } from './session.ts'

/** The server while it recovers: `connect` gives nothing until it takes connections. */
export type Recovering = { place: Place; connect: () => Promise<Client | undefined>; signal: AbortSignal }

type Steps<T> = {
  dataDir: string
  /** Settings of the server while it recovers. */
  settings: Record<string, string>
  /** Puts a cluster and its password into a folder. */
  fill: (place: Place) => Promise<void>
  /** Works beside the recovery, returns when the server has ended it, and throws where it cannot end. */
  help: (recovering: Recovering) => Promise<void>
  /** Works with the recovered database by its owner's address. */
  use: (url: string) => Promise<T>
}

/** @throws StartError where there is a database already, or the server does not start; or what a step throws */
export async function recoverPostgres<T>({ dataDir, settings, fill, help, use }: Steps<T>): Promise<T> {
  const place = locate(dataDir)
  if (existsSync(place.home)) throw new StartError(`There is a database in ${dataDir} already. Use an empty folder.`)
  const native = findBinaries(place, () => {})
  removeAbandonedDrafts(place)
  const home = `${place.home}.new-${process.pid}`
  const draft = { ...place, home, cluster: join(home, 'cluster') }
  try {
    mkdirSync(home)
    chmodSync(home, place.identity ? 0o711 : 0o700)
    await fill(draft)
    changeOwner(place.identity, draft.cluster)
    const used = await recover(draft, native, settings, help, use)
    syncFolder(home)
    renameSync(home, place.home)
    syncFolder(dirname(place.home))
    markReady(place)
    return used
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function recover<T>(
  place: Place,
  native: string,
  settings: Record<string, string>,
  help: Steps<T>['help'],
  use: Steps<T>['use'],
): Promise<T> {
  const password = readPassword(place)
  const server = { place, native, durable: true, nodes: 1, log: () => {}, password, settings }
  const connect = async () => {
    const postmaster = findPostmaster(place.cluster)
    return postmaster && connectOwner(postmaster, password).catch(() => undefined)
  }
  const ended = new AbortController()
  const helping = help({ place, connect, signal: ended.signal }).catch((error: Error) => ended.abort(error))
  const { client, postmaster } = await reachServer(server, undefined, ended.signal).catch(async error => {
    ended.abort(error)
    await helping
    throw ended.signal.reason
  })
  try {
    // A server that recovers takes connections too, long before it has come to the end.
    await helping
    ended.signal.throwIfAborted()
    const used = await use(urlOf(password, postmaster))
    await client.query('checkpoint')
    return used
  } finally {
    await client.end().catch(() => {})
    await stop(server, postmaster)
  }
}
