/** A bucket of any S3 as a store, by `s3mini`: `s3://bucket/folder`. Nothing in it is public, nothing is linked to. */
import { Readable } from 'node:stream'
import { S3mini, S3ServiceError } from 's3mini'
import { type ByteRange, folderStorage, isS3, type Storage } from './storage.ts'

/** How an S3 is reached. Plain values, so that a child process can be given them. */
export type S3Settings = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }

/** Longer content goes in parts of this size, one after the other: memory stays flat. S3 wants 5 MiB at least. */
const partBytes = 8 * 1024 * 1024
/** Names in one answer of a listing. */
const listed = 1_000

/**
 * The store at an address: a folder of this machine, or `s3://bucket/folder`.
 * @throws Error where it is in an S3 and no settings say how to reach it
 */
export function storageAt(address: string, settings: S3Settings | undefined): Storage {
  if (!isS3(address)) return folderStorage(address)
  if (!settings) throw new Error(`S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing, which ${address} needs.`)
  return s3Storage(address, settings)
}

function s3Storage(address: string, { endpoint, ...settings }: S3Settings): Storage {
  const [, bucket = '', folder = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(address) ?? []
  const root = folder === '' ? '' : `${folder}/`
  const client = new S3mini({ ...settings, endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}` })
  const locate = (path: string) => {
    if (path.split('/').some(part => part === '..' || part === '.' || part === ''))
      throw new Error('A file path leads out of the store.')
    return root + path
  }
  const get = (path: string, range?: ByteRange) =>
    client.getObjectRaw(locate(path), !range, range?.start, range && range.end + 1).catch(missing)
  const objectsBelow = async function* (prefix: string, options = {}) {
    let next: string | undefined
    do {
      const page = await client.listObjectsPaged('/', prefix, listed, next, options)
      if (!page) throw new Error(`There is no bucket ${bucket} at ${endpoint}.`)
      for (const { Key: key, ...rest } of page.objects ?? []) yield { path: key.slice(root.length), ...rest }
      next = page.nextContinuationToken
    } while (next)
  }
  return {
    folder: address,
    write: async (path, content) => void (await client.putObject(locate(path), Buffer.from(content))),
    writeAll: (path, pieces) => writeParts(client, locate(path), pieces),
    read: async path => Buffer.from(await (await get(path)).arrayBuffer()),
    open: async (path, range) => {
      const { body } = await get(path, range)
      return body ? Readable.fromWeb(body as never) : Readable.from([])
    },
    size: path => client.getContentLength(locate(path)).catch(missing),
    remove: async path => void (await client.deleteObject(locate(path))),
    removeFolder: async path => {
      for await (const { path: found } of objectsBelow(`${locate(path)}/`)) await client.deleteObject(locate(found))
    },
    list: async function* (below) {
      for await (const { path, Size, LastModified } of objectsBelow(below === undefined ? root : `${locate(below)}/`))
        yield { path, size: async () => Size, writtenAt: async () => new Date(LastModified) }
    },
    listFolders: async () => {
      const names: string[] = []
      // What begins in the same way up to a slash comes as one name that ends with it.
      for await (const { path } of objectsBelow(root, { delimiter: '/' }))
        if (path.endsWith('/')) names.push(path.slice(0, -1))
      return names
    },
  }
}

/** A file that is not there has the same code in every store. */
function missing(error: unknown): never {
  const cause = error instanceof Error && error.cause ? error.cause : error
  if (cause instanceof S3ServiceError && cause.status === 404)
    throw Object.assign(new Error('There is no such file in the S3.'), { code: 'ENOENT', cause })
  throw error
}

/** Writes content of any length; how long it was. Content that breaks off is no file, and its parts are removed. */
async function writeParts(client: S3mini, key: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let waiting: Uint8Array[] = []
  let [bytes, waits, upload] = [0, 0, '']
  const parts: { partNumber: number; etag: string }[] = []
  const take = () => {
    const content = Buffer.concat(waiting)
    waiting = []
    waits = 0
    return content
  }
  const sendPart = async () => {
    upload ||= await client.getMultipartUploadId(key)
    parts.push(await client.uploadPart(key, upload, take(), parts.length + 1))
  }
  try {
    for await (const piece of pieces) {
      waiting.push(piece)
      bytes += piece.length
      waits += piece.length
      if (waits >= partBytes) await sendPart()
    }
    if (!upload) await client.putObject(key, take())
    else {
      if (waiting.length > 0) await sendPart()
      // An S3 can answer 200 and say in the body that it failed.
      const { etag } = await client.completeMultipartUpload(key, upload, parts)
      if (!etag) throw new Error(`The S3 did not take ${key}.`)
    }
  } catch (error) {
    if (upload) await client.abortMultipartUpload(key, upload).catch(() => {})
    throw error
  }
  return bytes
}
