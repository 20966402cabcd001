import { expect, test } from 'vitest'
import { billOf, installedPackages, materialOf, refused } from './billOfMaterials.ts'
import { packageFolderOf } from './bundledPackagesPlugin.ts'

test('the package of a module is found, also below another package', () => {
  expect(packageFolderOf('/farm/node_modules/react/index.js')).toBe('node_modules/react')
  expect(packageFolderOf('/farm/node_modules/@mantine/core/esm/x.mjs')).toBe('node_modules/@mantine/core')
  expect(packageFolderOf('/farm/node_modules/a/node_modules/@b/c/d.js')).toBe('node_modules/a/node_modules/@b/c')
  expect(packageFolderOf('/farm/server/main.ts')).toBe(undefined)
})

test('what is installed with tend may be carried by its licence, and stands in the bill', () => {
  const materials = installedPackages().map(materialOf)
  expect(materials.length).toBeGreaterThan(5)
  expect(materials.filter(refused).map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
  expect(billOf(materials)).toMatchObject({
    bomFormat: 'CycloneDX',
    components: expect.arrayContaining([
      expect.objectContaining({ name: 'sharp', licenses: [{ license: { id: 'Apache-2.0' } }] }),
      expect.objectContaining({ purl: expect.stringMatching(/^pkg:npm\/%40node-rs\/argon2@/) }),
    ]),
  })
})

test('a package under another licence, or under none, is refused', () => {
  const under = (licence: string) => refused({ name: 'x', version: '1', licence, text: '' })
  expect(['AGPL-3.0', 'GPL-3.0-only', '', 'SEE LICENSE IN x', 'MIT AND GPL-2.0'].map(under)).toEqual(
    Array(5).fill(true),
  )
  expect(['MIT', '(MIT OR GPL-3.0)', 'MIT AND Apache-2.0'].map(under)).toEqual([false, false, false])
})
