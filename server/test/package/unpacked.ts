/**
 * A packed tend that runs from where it was unpacked, with the packages of this checkout: what npm would install in half
 * a minute is there at once, so many updates can be tried. `package.long.test.ts` does it with npm.
 */
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { call, folder } from './installed.ts'

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Stands for npm in `tend update`: unpacks the file that it is to install. */
const npm = `#!${process.execPath}
const { execFileSync } = require('node:child_process')
const { mkdirSync, symlinkSync } = require('node:fs')
const words = process.argv.slice(2)
const tend = words[words.indexOf('--prefix') + 1] + '/node_modules/tend'
mkdirSync(tend, { recursive: true })
execFileSync('tar', ['xzf', words.at(-1), '-C', tend, '--strip-components=1'])
symlinkSync(${JSON.stringify(packages)}, tend + '/node_modules')
`

/** Unpacks a package; the command `tend`, and the environment in which it updates itself. */
export async function unpack(file: string): Promise<{ command: string; env: NodeJS.ProcessEnv }> {
  const [prefix, programs] = [await folder(), await folder()]
  const tend = join(prefix, 'tend')
  await mkdir(tend)
  await call('tar', ['xzf', file, '-C', tend, '--strip-components=1'])
  await symlink(packages, join(tend, 'node_modules'))
  await writeFile(join(programs, 'npm'), npm, { mode: 0o755 })
  const command = join(tend, 'server/launch.js')
  await chmod(command, 0o755)
  return { command, env: { PATH: `${programs}:${process.env.PATH}` } }
}
