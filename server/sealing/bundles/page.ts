/** The page that checks bundles without network: built with the web app, and part of every bundle. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleFiles } from '#shared/sealing/bundle/manifest.ts'
import { webFolder } from '../../lib/http/web.ts'

let known: Promise<string> | undefined

/** Returns the page. It is built here where the web app was not: in tests, and while it is developed. */
export function verifyPage(): Promise<string> {
  known ??= readPage().catch(error => {
    // A file that cannot be opened now may be opened for the next bundle.
    known = undefined
    throw error
  })
  return known
}

async function readPage(): Promise<string> {
  try {
    return await readFile(join(webFolder, '.bundle', bundleFiles.page), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const { buildVerifyPage } = await import('../../../scripts/verifyPagePlugin.ts')
    return buildVerifyPage()
  }
}
