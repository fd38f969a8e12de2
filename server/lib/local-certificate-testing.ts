import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns a self-signed certificate for localhost and its key, in PEM. */
export function localCertificate(days = 365): { readonly cert: string; readonly key: string } {
  const dir = mkdtempSync(join(tmpdir(), 'yck-tls-'))
  try {
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    const files = ['-keyout', join(dir, 'key.pem'), '-out', join(dir, 'cert.pem')]
    const opensslResult = spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', String(days), ...names, ...files], {
      encoding: 'utf8',
    })
    if (opensslResult.error || opensslResult.status !== 0) throw new Error(opensslResult.error?.message ?? opensslResult.stderr)
    return { cert: readFileSync(join(dir, 'cert.pem'), 'utf8'), key: readFileSync(join(dir, 'key.pem'), 'utf8') }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
