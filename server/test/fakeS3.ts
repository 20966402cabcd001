/** A small S3 for tests, in memory, which refuses calls that are not signed with its key (AWS Signature Version 4). */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Stored = { content: Buffer; at: Date }
type Call = { method: string; key: string; query: URLSearchParams; body: Buffer; range: string | undefined }

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const text = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Names in one answer of a listing, few enough that tests see several. */
const pageSize = 3

/** Starts one with a bucket `farm`. */
export async function startFakeS3() {
  const settings = { region: 'test-1', accessKeyId: 'an-id', secretAccessKey: randomUUID() }
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Map<number, Buffer>>()

  const isSigned = ({ method = '', headers, url = '' }: IncomingMessage) => {
    const signed =
      /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
        headers.authorization ?? '',
      )
    const [, id, day = '', region = '', names = '', signature] = signed ?? []
    const [path = '', query = ''] = url.split('?')
    const written = names.split(';').map(name => `${name}:${headers[name]}\n`)
    const sorted = query.split('&').sort().join('&')
    const payload = headers['x-amz-content-sha256']
    const request = [method, path, sorted, written.join(''), names, payload].join('\n')
    const scope = `${day}/${region}/s3/aws4_request`
    const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
    const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${settings.secretAccessKey}`, day), region))
    return id === settings.accessKeyId && hmac(key, toSign).toString('hex') === signature
  }

  const answerList = ({ query }: Call) => {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const delimiter = query.get('delimiter')
    const shortened = [...objects.keys()]
      .filter(key => key.startsWith(prefix))
      .map(key => {
        const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
        return end === -1 ? key : key.slice(0, end + 1)
      })
    const all = [...new Set(shortened)].filter(key => key > after).sort()
    const shown = all.slice(0, pageSize)
    const contents = shown.map(key => {
      const stored = objects.get(key)
      if (!stored) return `<CommonPrefixes><Prefix>${text(key)}</Prefix></CommonPrefixes>`
      const { content, at } = stored
      return `<Contents><Key>${text(key)}</Key><Size>${content.length}</Size>
        <LastModified>${at.toISOString()}</LastModified></Contents>`
    })
    const more = all.length > shown.length ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${more !== ''}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`
  }

  const answerUpload = ({ method, key, query, body }: Call, response: ServerResponse) => {
    const id = query.get('uploadId') ?? randomUUID()
    const parts = uploads.get(id) ?? new Map<number, Buffer>()
    if (method === 'POST' && query.has('uploads')) {
      uploads.set(id, parts)
      const result = `<Bucket>farm</Bucket><Key>${text(key)}</Key><UploadId>${id}</UploadId>`
      return response.end(`<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`)
    }
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return response.setHeader('etag', `"${sha256(body)}"`).end()
    }
    uploads.delete(id)
    if (method === 'DELETE') return response.writeHead(204).end()
    const sorted = [...parts].sort(([one], [other]) => one - other)
    objects.set(key, { content: Buffer.concat(sorted.map(([, part]) => part)), at: new Date() })
    const result = `<Key>${text(key)}</Key><ETag>"${id}"</ETag>`
    response.end(`<CompleteMultipartUploadResult>${result}</CompleteMultipartUploadResult>`)
  }

  const answerObject = ({ method, key, body, range }: Call, response: ServerResponse) => {
    if (method === 'PUT') {
      objects.set(key, { content: body, at: new Date() })
      return response.setHeader('etag', `"${sha256(body)}"`).end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return response.writeHead(404).end()
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const content = range ? found.content.subarray(Number(from), Number(to) + 1) : found.content
    response.writeHead(range ? 206 : 200, { 'content-length': content.length })
    response.end(method === 'HEAD' ? undefined : content)
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3.test')
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
    const { range } = request.headers
    const call = {
      method: request.method ?? '',
      key: rest.join('/'),
      query: searchParams,
      range,
      body: await buffer(request),
    }
    response.setHeader('content-type', 'application/xml')
    if (!isSigned(request)) response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    else if (bucket !== 'farm') response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
    else if (call.key === '') response.end(answerList(call))
    else if (call.query.has('uploads') || call.query.has('uploadId')) answerUpload(call, response)
    else answerObject(call, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    settings: { ...settings, endpoint: `http://127.0.0.1:${port}` },
    objects,
    uploads,
    close: () => void server.close(),
  }
}
