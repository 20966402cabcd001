/**
 * The environment of PostgreSQL's programs: theirs, and none of tend's secrets. LC_ALL keeps messages in English, and
 * macOS from loading a library that makes the server multithreaded; the database's own locale is fixed by initdb.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return process.env
  const { PATH, TZ } = process.env
  return { PATH, ...(TZ && { TZ }), LC_ALL: 'C' }
}
