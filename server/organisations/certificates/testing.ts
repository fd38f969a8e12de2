import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Upload } from '#/api/operation.ts'

/** The properties of a test certificate. */
interface CertificateOptions {
  readonly company: string
  readonly password?: string
  readonly from?: Date
  readonly to?: Date
  readonly key?: 'rsa' | 'rsa:3072' | 'ec'
  /** The format of the file: modern or older ciphers, key or certificate alone, or a key of another certificate. */
  readonly form?: 'modern' | 'tripleDes' | 'rc2' | 'noKey' | 'plainKey' | 'noCertificate' | 'otherKey'
}

const asn1 = (at: Date) => at.toISOString().replace(/[-:T]|\.\d+/g, '')

function openssl(dir: string, args: readonly string[]): void {
  const processResult = spawnSync('openssl', args, { cwd: dir, encoding: 'utf8' })
  if (processResult.error) throw new Error(`openssl is needed: ${processResult.error.message}`)
  if (processResult.status !== 0) throw new Error(processResult.stderr)
}

const forms = {
  modern: ['-keypbe', 'AES-256-CBC', '-certpbe', 'AES-256-CBC', '-macalg', 'SHA256'],
  tripleDes: ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'SHA1'],
  rc2: ['-legacy', '-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-RC2-40', '-macalg', 'SHA1'],
  noKey: ['-nokeys'],
  noCertificate: ['-nocerts'],
  otherKey: ['-nocerts', '-certfile', 'cert.pem'],
  plainKey: ['-keypbe', 'NONE', '-certpbe', 'NONE'],
} as const

/** Creates a PKCS #12 file with openssl, like one from a certificate authority. */
export function pkcs12(requested: CertificateOptions): Upload {
  const {
    company,
    password = '证书123',
    from = new Date(Date.now() - 86_400_000),
    to = new Date(Date.now() + 365 * 86_400_000),
    key = 'rsa',
    form = 'modern',
  } = requested
  const dir = mkdtempSync(join(tmpdir(), 'yck-p12-'))
  try {
    const kind = key !== 'ec' ? ['-newkey', key === 'rsa' ? 'rsa:2048' : key] : ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
    writeFileSync(
      join(dir, 'ca.conf'),
      `[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=any\n[any]\ncountryName=optional\norganizationName=optional\ncommonName=supplied\n`,
    )
    writeFileSync(join(dir, 'index.txt'), '')
    writeFileSync(join(dir, 'serial'), '01')
    openssl(dir, ['req', ...kind, '-nodes', '-utf8', '-keyout', 'key.pem', '-out', 'request.pem', '-subj', `/C=CN/O=${company}/CN=051@${company}@1`])
    const validityArgs = ['-startdate', asn1(from), '-enddate', asn1(to)]
    openssl(dir, [
      'ca',
      '-batch',
      '-utf8',
      '-config',
      'ca.conf',
      '-selfsign',
      '-keyfile',
      'key.pem',
      '-in',
      'request.pem',
      '-out',
      'cert.pem',
      '-notext',
      ...validityArgs,
    ])
    if (form === 'otherKey') openssl(dir, ['genpkey', '-algorithm', 'RSA', '-out', 'key.pem'])
    const certificateArgs = form === 'otherKey' || form === 'noCertificate' ? [] : ['-in', 'cert.pem']
    openssl(dir, ['pkcs12', '-export', '-inkey', 'key.pem', ...certificateArgs, '-out', 'own.p12', '-passout', `pass:${password}`, ...forms[form]])
    return { filename: 'seal.p12', mediaType: 'application/x-pkcs12', bytes: readFileSync(join(dir, 'own.p12')) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
