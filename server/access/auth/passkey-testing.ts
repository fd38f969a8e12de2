import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Encodes the kinds of CBOR value that occur in an attestation. */
function cbor(value: unknown): Buffer {
  const cborHead = (kind: number, size: number) => {
    if (size < 24) return Buffer.from([(kind << 5) | size])
    return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
  }
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value])
  if (value instanceof Map) return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
  throw new Error('no such value in an attestation')
}

/** A simulated passkey device registered at one site. */
export class PasskeyDevice {
  readonly id = randomBytes(32)
  counter = 0
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  #data(rpId: string, flags: number, rest: Uint8Array = new Uint8Array()): Buffer {
    const counter = Buffer.alloc(4)
    this.counter += 1
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest])
  }

  /** Returns a browser's answer to the options of a registration. */
  create(options: string): string {
    const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } }
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.from([0, this.id.length])
    // Flags: user present, user verified, attested data included.
    const authData = this.#data(rp.id, 0x45, Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]))
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    const id = this.id.toString('base64url')
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    })
  }

  /** Returns a browser's answer to the options of a sign-in or a proof. `flags`: user present and verified. */
  use(options: string, flags = 0x05): string {
    const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string }
    const client = this.#client('webauthn.get', challenge)
    const data = this.#data(rpId, flags)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)
    const id = this.id.toString('base64url')
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    })
  }
}
