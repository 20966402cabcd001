/**
 * Encrypts tables and files of a backup with age to one key, and decrypts them. The manifest and the list of files stay
 * readable, so that a backup is verified and old ones are removed without the secret.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { ifMissing, type Storage } from '../files/storage.ts'
import { BackupError, type Part } from './snapshot.ts'

export type BackupSecrets = {
  passphrase?: string | undefined
  /** The public key, age1…; enough to back up, and not to read. */
  recipient?: string | undefined
  /** The secret key, AGE-SECRET-KEY-1…, which reads. */
  identity?: string | undefined
}

export type Encryption = { key: string; encrypt: (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> }

const keyPath = (id: string) => `keys/${id}.age`
const keyPattern = /^keys\/([0-9a-f]{16})\.age$/

/** Names a public key. */
const idOf = (recipient: string) => createHash('sha256').update(recipient).digest('hex').slice(0, 16)

/**
 * The secrets of the settings, or those of a file: a passphrase in its first line, or a secret key as age-keygen writes
 * it.
 * @throws Error where the file cannot be read or is empty
 */
export function secretsOf(settings: BackupSecrets, file: string | undefined): BackupSecrets {
  if (!file) return settings
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map(line => line.trim())
  const identity = lines.find(line => line.startsWith('AGE-SECRET-KEY-'))
  if (identity) return { identity }
  const passphrase = lines[0]
  if (!passphrase) throw new Error(`There is neither a passphrase nor a secret key in ${file}.`)
  return { passphrase }
}

/**
 * How new parts are encrypted; null where no secret is given. A passphrase takes a second of work each time, so it only
 * opens a key of the target's own, which the first backup makes.
 */
export async function encryptionOf(target: Storage, secrets: BackupSecrets): Promise<Encryption | null> {
  const recipient = await recipientOf(target, secrets)
  if (!recipient) return null
  const encrypt = async function* (content: AsyncIterable<Uint8Array>) {
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    yield* await encrypter.encrypt(Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array>)
  }
  return { key: idOf(recipient), encrypt }
}

/** The public key that new parts are encrypted to; null for none. */
export async function recipientOf(target: Storage, { passphrase, recipient, identity }: BackupSecrets) {
  if (recipient) return recipient
  if (identity) return identityToRecipient(identity)
  if (!passphrase) return null
  for await (const { path } of target.list('keys')) {
    const known = keyPattern.test(path) && (await identityIn(await target.read(path), passphrase))
    if (known) return identityToRecipient(known)
  }
  const made = await generateX25519Identity()
  const own = await identityToRecipient(made)
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  await target.write(keyPath(idOf(own)), await encrypter.encrypt(made))
  return own
}

/** The key that a passphrase opens; null where it is another's. */
async function identityIn(content: Uint8Array, passphrase: string): Promise<string | null> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return decrypter.decrypt(content, 'text').catch((error: Error) => {
    if (error.message.startsWith('no identity matched')) return null
    throw error
  })
}

/** What opens the parts of a target. The same key is looked for once. */
export class Opener {
  readonly #target: Storage
  readonly #secrets: BackupSecrets
  readonly #identities = new Map<string, Promise<string | null>>()

  constructor(target: Storage, secrets: BackupSecrets) {
    this.#target = target
    this.#secrets = secrets
  }

  /**
   * The content of a part, decrypted where it is encrypted.
   * @throws BackupError where the secret for it is missing or another
   */
  async open({ path, key }: Part): Promise<Readable> {
    const content = await this.#target.open(path)
    if (!key) return content
    const identity = await this.#identityOf(key)
    if (!identity) {
      content.destroy()
      throw this.#refusal()
    }
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    return Readable.from(await decrypter.decrypt(Readable.toWeb(content) as ReadableStream<Uint8Array>))
  }

  /** Whether parts that are encrypted to this key can be read; without a key they always can. */
  async canOpen(key: string | undefined): Promise<boolean> {
    return key === undefined || (await this.#identityOf(key)) !== null
  }

  /** @throws BackupError where a part that is encrypted to this key could not be read */
  async requireKey(key: string | undefined): Promise<void> {
    if (!(await this.canOpen(key))) throw this.#refusal()
  }

  #refusal(): BackupError {
    const { passphrase, identity } = this.#secrets
    if (passphrase || identity)
      return new BackupError('wrong_secret', 'The backup is encrypted with another passphrase or key.')
    const ways = 'Set BACKUP_PASSPHRASE or BACKUP_IDENTITY, or name a file with --passphrase-file.'
    return new BackupError('no_secret', `The backup is encrypted. ${ways}`)
  }

  #identityOf(key: string): Promise<string | null> {
    const known = this.#identities.get(key) ?? this.#findIdentity(key)
    this.#identities.set(key, known)
    return known
  }

  async #findIdentity(key: string): Promise<string | null> {
    const { identity, passphrase } = this.#secrets
    if (identity && idOf(await identityToRecipient(identity)) === key) return identity
    if (!passphrase) return null
    const content = await this.#target.read(keyPath(key)).catch(ifMissing)
    return content && identityIn(content, passphrase)
  }
}
