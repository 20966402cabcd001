/** What a change touches: which of the slow steps of `npm test -- --changed` can tell something about it. */
import { execFileSync } from 'node:child_process'

/** The folder of journeys for each feature; what is not named here, such as lib and ui, is part of everything. */
const journeysOf: Record<string, readonly string[]> = {
  accounts:
    'accounts actions audit auth companies invites legal me members plans profile roles two-factor users workers'.split(
      ' ',
    ),
  cases: ['cases'],
  filling: ['answers', 'files', 'filling', 'public', 'public-links', 'submissions'],
  forms: ['forms'],
  guides: ['guides'],
  messaging: ['messaging'],
  notifications: ['notifications'],
  registers:
    'animal-events animal-groups animals books imports certificates locations samples subjects vehicle-log vehicles views'.split(
      ' ',
    ),
  reports: ['dashboard', 'exports', 'reports', 'sealing', 'seals', 'shares'],
  tasks: ['feeds', 'findings', 'helpers', 'reviews', 'tasks', 'today'],
}

/** The loop that everything serves is walked whatever changed. */
const always = 'e2e/tasks/loop.e2e.ts'

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** The commit that a change is measured from: where this branch left the state that is named, or main. */
export function baseOf(since: string): string {
  const known = since || ['origin/main', 'main'].find(isKnown) || 'HEAD'
  return git('merge-base', known, 'HEAD')[0] ?? 'HEAD'
}

/** The files that differ from a commit, what is not committed included. */
export const changedFiles = (base: string): string[] => [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]

function isKnown(name: string): boolean {
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The journeys to walk for these files: none, some files and folders, or all of them. */
export function touchedJourneys(files: string[]): string[] | 'all' {
  const touched = files.filter(file => /^(server|shared|web|e2e)\//.test(file) && !/\.test\.tsx?$/.test(file))
  const others = files.filter(file => /^(package(-lock)?\.json|playwright\.config\.ts|vite\.config\.ts)$/.test(file))
  if (others.length > 0) return 'all'
  const journeys = new Set<string>()
  for (const file of touched) {
    const found = journeysFor(file)
    if (found === undefined) return 'all'
    journeys.add(found)
  }
  return journeys.size === 0 ? [] : [always, ...journeys]
}

function journeysFor(file: string): string | undefined {
  if (file.endsWith('.e2e.ts')) return file
  const [side, folder = '', name] = file.split('/')
  const feature = side === 'web' && folder === 'locales' ? name?.replace(/\.json$/, '') : folder
  // Other engines have journeys of their own: `npm run test:browsers`.
  if (side === 'e2e') return name && folder !== 'engines' ? `e2e/${folder}/` : undefined
  const found = Object.entries(journeysOf).find(([, features]) => features.includes(feature ?? ''))
  return found && `e2e/${found[0]}/`
}
