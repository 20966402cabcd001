/** The page that checks bundles without network: built with the web app, and part of every bundle. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleFiles } from '#shared/sealing/bundle/manifest.ts'
import { webFolder } from '../../lib/http/web.ts'

let known: Promise<string> | undefined

/** Built here where the web app was not: in tests, and while it is developed. */
export function verifyPage(): Promise<string> {
  known ??= readFile(join(webFolder, '.bundle', bundleFiles.page), 'utf8').catch(async () => {
    const { buildVerifyPage } = await import('../../../scripts/verifyPagePlugin.ts')
    return buildVerifyPage()
  })
  return known
}
