import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Written beside a bundle: the folders of the packages that went into it, from the root of the repository. */
export const bundledPackagesFile = '.packages.json'

/** The folder of the npm package that a module belongs to; undefined for a source of ours. */
export const packageFolderOf = (id: string): string | undefined =>
  /^.*?((?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+)/.exec(id.replaceAll('\\', '/'))?.[1]?.replace(/\/$/, '')

/** Notes which packages a bundle is made of, for the list of licences (`billOfMaterials.ts`). */
export const bundledPackages = (): Plugin => ({
  name: 'tend-bundled-packages',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, files) {
    const folders = Object.values(files)
      .flatMap(file => (file.type === 'chunk' ? Object.keys(file.modules) : []))
      .flatMap(id => packageFolderOf(id.split('?')[0] ?? '') ?? [])
    this.emitFile({
      type: 'asset',
      fileName: bundledPackagesFile,
      source: JSON.stringify([...new Set(folders)].sort()),
    })
  },
})

/** Where the list of a bundle lies. */
export const listOf = (bundle: string): string => join(bundle, bundledPackagesFile)
