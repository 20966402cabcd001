/**
 * What a package of tend is made of, for people who must know: every package with its licence as a text, and the same
 * as a bill of materials in the form of CycloneDX 1.6.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listOf } from './bundledPackagesPlugin.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** How packages name a licence, where it is not the name that SPDX has for it. */
const spdxNames: Record<string, string> = {
  OFL: 'OFL-1.1',
  'Apache 2.0': 'Apache-2.0',
  'Apache License 2.0': 'Apache-2.0',
}

export type Material = { name: string; version: string; licence: string; text: string }

/** Licences that let tend carry a package as it is. Libraries under the LGPL are files of their own (sharp's). */
const allowed = new Set(
  ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', '0BSD', 'Unlicense', 'CC0-1.0', 'CC-BY-4.0', 'BlueOak-1.0.0', 'Zlib'].concat([
    'BSD-2-Clause',
    'BSD-3-Clause',
    'OFL-1.1',
    'MPL-2.0',
    'PostgreSQL',
    'Python-2.0',
    'LGPL-3.0-or-later',
  ]),
)

/** Reads a package's name, version and licence in its folder. Throws where it has none of these. */
export function materialOf(folder: string): Material {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const said = license ?? licenses
  const licence = [said]
    .flat()
    .map(one => (typeof one === 'string' ? one : one?.type))
    .map(one => spdxNames[one] ?? one)
    .join(' OR ')
  const files = globSync('{LICEN[CS]E*,licen[cs]e*,OFL.txt,COPYING*,NOTICE*}', { cwd: join(root, folder) }).sort()
  const text = files.map(file => readFileSync(join(root, folder, file), 'utf8').trim()).join('\n\n')
  return { name, version, licence, text }
}

/** What a package may not be: under a licence that asks more of people who pass tend on. */
export const refused = ({ licence }: Material): boolean =>
  !licence
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some(choice => choice.split(/\s+AND\s+/).every(one => allowed.has(one)))

/** Folders of the packages that are installed beside a package of tend. */
export function installedPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  return (
    Object.entries<{ dev?: true; optional?: true }>(packages)
      .filter(([folder, { dev }]) => folder !== '' && !dev)
      .map(([folder]) => folder)
      // Of packages for other systems nothing is here.
      .filter(folder => globSync(`${folder}/package.json`, { cwd: root }).length > 0)
  )
}

/**
 * Writes `licences.txt` and `sbom.cdx.json` into the root. Throws the names of packages whose licence is not one that
 * tend may carry.
 */
export function writeBill(bundles: string[], others: string[]): void {
  const bundled = bundles.flatMap<string>(bundle => JSON.parse(readFileSync(listOf(bundle), 'utf8')))
  const folders = [...new Set([...bundled, ...installedPackages(), ...others])]
  const materials = [
    ...new Map(folders.map(materialOf).map(found => [`${found.name}@${found.version}`, found])).values(),
  ].sort((one, other) => one.name.localeCompare(other.name, 'en'))
  const wrong = materials.filter(refused).map(({ name, licence }) => `${name} (${licence || 'none'})`)
  if (wrong.length > 0) throw new Error(`tend may not carry these packages by their licence: ${wrong.join(', ')}`)
  writeFileSync(`${root}licences.txt`, licencesOf(materials))
  writeFileSync(`${root}sbom.cdx.json`, `${JSON.stringify(billOf(materials), null, 1)}\n`)
}

const licencesOf = (materials: Material[]): string =>
  materials.map(({ name, version, licence, text }) => `## ${name} ${version} (${licence})\n\n${text}\n`).join('\n')

/** The bill of materials in the form of CycloneDX 1.6. */
export function billOf(materials: Material[]): object {
  const { name, version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version } },
    components: materials.map(material => ({
      type: 'library',
      'bom-ref': `${material.name}@${material.version}`,
      name: material.name,
      version: material.version,
      purl: `pkg:npm/${material.name.replace('@', '%40')}@${material.version}`,
      licenses: [
        / (OR|AND) /.test(material.licence) ? { expression: material.licence } : { license: { id: material.licence } },
      ],
    })),
  }
}
