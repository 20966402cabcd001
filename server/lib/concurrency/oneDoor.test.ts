/**
 * That nothing heavy gets past the one door: what does it is imported where the door is, and nowhere else that the
 * server loads.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * What takes a processor for long, and the files of the server's own thread that may have it. Threads and child
 * processes are no part of it.
 */
const heavy: Record<string, string[]> = {
  '@node-rs/argon2': ['server/lib/security/passwordHash.ts'],
  // The demo draws its pictures before the server answers anybody.
  sharp: ['server/seeds/demo/logo.ts', 'server/seeds/demo/photos.ts', 'server/seeds/demo/pictures.ts'],
  piscina: ['server/lib/concurrency/threads.ts'],
  fflate: [],
  // Its streams and promises work in threads of Node's own.
  'node:zlib': [
    ...['backUp', 'drill', 'restore', 'shipping', 'snapshot'].map(name => `server/lib/backup/${name}.ts`),
    'server/lib/http/compression.ts',
  ],
  '@myriaddreamin/typst-ts-node-compiler': [],
}

function importsOf(path: string): string[] {
  // A checksum takes no longer than what it is made of takes to arrive.
  const text = readFileSync(join(root, path), 'utf8').replace(
    /^import (?:type[\s\S]*?from '[^']+'|\{ crc32 \} from 'node:zlib')$/gm,
    '',
  )
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => target)
}

const fileOf = (target: string, from: string): string | undefined => {
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? relative(root, normalize(join(root, dirname(from), target))) : undefined
}

/** Who of all that the server loads imports what. */
function importers(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const seen = new Set<string>(['server/main.ts'])
  for (const path of seen)
    for (const target of importsOf(path)) {
      const file = fileOf(target, path)
      if (file === undefined) found.set(target, (found.get(target) ?? new Set()).add(path))
      else if (/^(server|shared)\/.*\.ts$/.test(file)) seen.add(file)
    }
  return found
}

test('only the one door to heavy work loads it', () => {
  const all = importers()
  // The walk has seen what everybody knows to be there.
  expect(all.get('drizzle-orm')?.size).toBeGreaterThan(20)
  for (const [library, places] of Object.entries(heavy))
    expect([...(all.get(library) ?? [])].sort(), library).toEqual(places)
})

test('each file that may do heavy work does it through the door', () => {
  const isApart = (path: string) => /^server\/(seeds|lib\/backup)\/|^server\/lib\/http\/compression\.ts$/.test(path)
  for (const path of [...new Set(Object.values(heavy).flat())].filter(path => !isApart(path)))
    expect(
      importsOf(path).map(target => fileOf(target, path)),
      path,
    ).toContain('server/lib/concurrency/heavyWork.ts')
})

test('each library that the main thread loads is named in docs/bounds.md with its bound', () => {
  // What the bundle carries is needed to build alone.
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    [kind in 'dependencies' | 'devDependencies']: Record<string, string>
  }
  const named = new Set(
    [...readFileSync(join(root, 'docs/bounds.md'), 'utf8').matchAll(/^- \*\*(.+?)\*\*/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    ),
  )
  const loaded = [...importers().keys()]
    .map(target =>
      target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter(name => (name in dependencies || name in devDependencies) && name !== 'sharp')
  expect(loaded.length).toBeGreaterThan(15)
  expect([...new Set(loaded)].filter(name => !named.has(name))).toEqual([])
})
