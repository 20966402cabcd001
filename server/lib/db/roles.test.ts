import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { isolation, jobs } from '../../registry.ts'
import { prepareJobs } from '../jobs/jobs.ts'
import { migrate } from './migrate.ts'
import { loginsOf, urlFor } from './roles.ts'

const urlOf = (database: string, user?: string) => {
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${database}`
  if (user) [url.username, url.password] = [user, 'secret']
  return url.toString()
}

async function asking<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('an owner who may create roles and nothing more starts tend, again and again', async () => {
  const owner = `tend_owner_${randomUUID().slice(0, 8)}`
  const url = urlOf(owner, owner)
  const { app, narrowed, system } = loginsOf(url)
  const postgres = urlOf('postgres')
  await asking(postgres, async client => {
    await client.query(`create role ${owner} login createrole password 'secret'`)
    // PostgreSQL below 16 lets nobody but superusers give a database to somebody they are not a member of.
    await client.query(`grant ${owner} to current_user`)
    await client.query(`create database ${owner} owner ${owner}`)
  })
  try {
    for (let start = 1; start <= 2; start++) await migrate(url, { isolation, prepare: () => prepareJobs(url, jobs) })
    const { rows } = await asking(urlFor(url, app), client => client.query('select count(*)::int from locations'))
    expect(rows).toEqual([{ count: 0 }])
  } finally {
    await asking(postgres, async client => {
      await client.query(`drop database ${owner} with (force)`)
      for (const role of [app, system, narrowed, owner]) await client.query(`drop role ${role}`)
    })
  }
})
