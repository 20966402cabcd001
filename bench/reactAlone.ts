/** React alone, built now by the same tools and settings as tend's own pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { temporaryFolder } from './folder.ts'

let built: Promise<string> | undefined

/** The folder with the built page, which all measurements of a run share. */
export function reactAlone(): Promise<string> {
  built ??= make()
  return built
}

async function make(): Promise<string> {
  const { path } = await temporaryFolder()
  await build({
    configFile: false,
    root: fileURLToPath(new URL('baselines/reactAlone', import.meta.url)),
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: path, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  return path
}

/** The kilobytes of its JavaScript, gzipped. */
export async function reactAloneKilobytes(): Promise<number> {
  const assets = join(await reactAlone(), 'assets')
  const scripts = readdirSync(assets).filter(file => file.endsWith('.js'))
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(assets, file))).byteLength, 0) / 1000
}
