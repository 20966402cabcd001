/**
 * Prepares what `npm pack` packs, so that a machine which installs it builds nothing: the web app, the server's bundle
 * without its source maps, and the files of packages that the server reads. All packages are listed with licences.
 */
import { cpSync, globSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { copiedFiles, packageFile } from '../server/lib/packageFiles.ts'
import { FONT_PATHS } from '../server/lib/pdf/fonts.ts'
import { writeBill } from './billOfMaterials.ts'
import { buildServerIfStale, buildWebIfStale, packedServer, webFolder } from './build.ts'

const say = (line: string) => console.error(line)

const apiPage = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'NOTICE']
const files = [...FONT_PATHS, ...apiPage.map(name => `swagger-ui-dist/${name}`)]

/** The folder of the package that a path begins with. */
const packageOf = (path: string) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

const bundle = await buildServerIfStale(say)
await buildWebIfStale(say)
for (const folder of [packedServer, copiedFiles]) rmSync(folder, { recursive: true, force: true })
cpSync(bundle, packedServer, { recursive: true, filter: path => !path.endsWith('.map') })
for (const path of files) cpSync(packageFile(path), join(copiedFiles, path))
for (const name of new Set(files.map(packageOf)))
  for (const licence of globSync(join(packageFile(name), '{LICENSE*,OFL.txt}')))
    cpSync(licence, join(copiedFiles, name, basename(licence)))
writeBill(
  [packedServer, webFolder],
  [...new Set(files.map(packageOf))].map(name => `node_modules/${name}`),
)
say(`Packed the bundle ${basename(bundle)} in ${dirname(packedServer)}`)
