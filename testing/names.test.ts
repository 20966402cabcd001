/** Holds the code to the terms of docs/glossary/code.md. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('{server,shared,web,e2e,testing,scripts,bench}/**/*.{ts,tsx}', {
  exclude: ['web/dist/**', '**/node_modules/**', 'testing/names.test.ts'],
}).map(path => ({ path, text: readFileSync(path, 'utf8') }))

test('a bound is named max or min', () => {
  expect(sources.length).toBeGreaterThan(2000)
  const old = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:most|least|longest|shortest)[A-Z]\w*/g)].map(([name]) => `${path}: ${name}`),
  )
  expect(old).toEqual([])
})

/** Reads the names that the glossary says never to use, in backticks: on the server and in `shared/`, or in the browser. */
function refusedNames(side: 'server' | 'web'): string[] {
  const [before = '', browser = ''] = readFileSync('docs/glossary/code.md', 'utf8').split('\n## In the browser')
  return (side === 'server' ? before : browser)
    .replace(/\n {2}/g, ' ')
    .split('\n')
    .flatMap(line => [...(line.split(' Never: ')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

/** Comments of a file; the addresses in texts are no comments. */
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm

/** The names of `names` that files below these folders use. */
function usesOf(names: readonly string[], folders: RegExp): string[] {
  const refused = new RegExp(
    String.raw`(?<![\w'\`.-])(?:${names.filter(name => /^\w+$/.test(name)).join('|')})\b(?!['\`])`,
    'g',
  )
  return sources
    .filter(({ path }) => folders.test(path))
    .flatMap(({ path, text }) => [...text.replace(comments, '').matchAll(refused)].map(([name]) => `${path}: ${name}`))
}

test('names that the glossary refuses are not used in the server and in what is shared', () => {
  const names = refusedNames('server')
  expect(names.length).toBeGreaterThan(100)
  expect(usesOf(names, /^(?:server|shared)\//)).toEqual([])
})

test('names that the glossary refuses for the browser are not used there', () => {
  const names = refusedNames('web')
  expect(names.length).toBeGreaterThan(35)
  expect(usesOf(names, /^web\//)).toEqual([])
})

test('files and folders that the glossary refuses are not there', () => {
  for (const [side, folders] of [
    ['server', '{server,shared}'],
    ['web', 'web'],
  ] as const) {
    const paths = refusedNames(side).filter(name => /[./]/.test(name))
    expect(paths.length).toBeGreaterThan(side === 'server' ? 20 : 8)
    expect(paths.filter(path => globSync(`${folders}/**/${path}`, { exclude: ['web/dist/**'] }).length > 0)).toEqual([])
  }
})

test('tenant isolation is called so; a wall is said of local times alone', () => {
  const found = sources
    .filter(({ path }) => /^(?:server|shared|bench|testing|scripts)\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:wall|walled|unwalled)\b(?! times?\b)/gi)].map(([word]) => `${path}: ${word}`),
    )
  expect(found).toEqual([])
})

/** Words that betray a translated sentence, with the number allowed in comments. */
const betraying =
  /\bwhoever\b|\bwhatever\b|\bmeanwhile\b|\banew\b|\bof theirs\b|\bwhat (?:became|becomes) of\b|\bso many\b|\*\s+What is\b/gi
const maxBetraying = { shared: 0, server: 0, web: 0 }

test('comments are plain sentences, and fewer of them use words of a translation', () => {
  for (const [side, max] of Object.entries(maxBetraying)) {
    const found = sources
      .filter(({ path }) => path.startsWith(`${side}/`))
      .flatMap(({ path, text }) =>
        [...text.matchAll(comments)].flatMap(([comment]) =>
          [...comment.matchAll(betraying)].map(([word]) => `${path}: ${word}`),
        ),
      )
    expect(found.length, found.slice(0, 20).join('\n')).toBeLessThanOrEqual(max)
  }
})

/** Titles of tests with such words. */
const maxBetrayingTitles = { e2e: 0, scripts: 0, server: 0, shared: 0, testing: 0, web: 0 }

test('titles of tests are plain sentences too', () => {
  const title = /\b(?:test|it)(?:\.\w+)*(?:\([^'"`\n]*\))?\(\s*(['`])(.*?)\1/g
  for (const [side, max] of Object.entries(maxBetrayingTitles)) {
    const found = sources
      .filter(({ path }) => path.startsWith(`${side}/`) && /\.(?:test|e2e)\.tsx?$/.test(path))
      .flatMap(({ path, text }) => [...text.matchAll(title)].map(([, , words = '']) => `${path}: ${words}`))
      .filter(words => words.search(betraying) >= 0)
    expect(found.length, found.slice(0, 200).join('\n')).toBeLessThanOrEqual(max)
  }
})

/** Counts the sentences of a comment, without its code. */
function sentencesOf(comment: string): number {
  const text = comment
    .replace(/^\/\*\*?|\*\/$|^\s*\* ?/gm, '')
    .replace(/`[^`]*`/g, 'code')
    .replace(/(\w)\.(\w)/g, '$1$2')
    .trim()
  return (text.match(/[.!?](?=\s+[A-Z"'(]|\s*$)/g) ?? []).length + (/[.!?]$/.test(text) ? 0 : 1)
}

test('a docstring is directly above what it is about; an empty line follows only the opening comment of a file', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^ *\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n\n/gm)]
      .map(({ index }) => text.slice(0, index))
      .filter(before => !/^(?:#!.*\n|\/\/.*\n|\s)*$/.test(before))
      .map(before => `${path}:${before.split('\n').length}`),
  )
  expect(found).toEqual([])
})

/** Files whose opening comment is longer than two sentences, which may only become fewer. */
const maxLongOpenings = { bench: 0, e2e: 0, scripts: 0, server: 0, shared: 0, testing: 0, web: 0 }

test('the opening comment of a file has at most two sentences', () => {
  for (const [side, max] of Object.entries(maxLongOpenings)) {
    const found = sources
      .filter(({ path }) => path.startsWith(`${side}/`))
      .filter(({ text }) => sentencesOf(text.match(/^(?:#!.*\n)?(\/\*\*[\s\S]*?\*\/)/)?.[1] ?? '') > 2)
      .map(({ path }) => path)
    expect(found.length, found.slice(0, 20).join('\n')).toBeLessThanOrEqual(max)
  }
})

/** Lines of comments above 120 characters, which may only become fewer. Biome holds the code. */
const maxLongLines = { bench: 0, e2e: 0, scripts: 0, server: 0, shared: 0, testing: 0, web: 33 }

test('a line of a comment has at most 120 characters', () => {
  for (const [side, max] of Object.entries(maxLongLines)) {
    const found = sources
      .filter(({ path }) => path.startsWith(`${side}/`))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, at) =>
            /^\s*(?:\/\*\*|\*|\/\/)\s.{115}/.test(line) && line.length > 120 ? [`${path}:${at + 1}`] : [],
          ),
      )
    expect(found.length, found.slice(0, 20).join('\n')).toBeLessThanOrEqual(max)
  }
})

test('a line of the server and of what both sides share has at most 120 characters', () => {
  for (const side of ['server', 'shared']) {
    const found = sources
      .filter(({ path }) => path.startsWith(`${side}/`))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, at) => (line.length > 120 ? [`${path}:${at + 1}`] : [])),
      )
    expect(found).toEqual([])
  }
})
