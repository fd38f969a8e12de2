import { request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { type ConnectionOptions, connect, type PeerCertificate } from 'node:tls'

// `npm run tls -- https://site`: checks the TLS of a proxy from outside. Run it after each change of the proxy
// (docs/security.md, 4.1.2 and 12).

/** A site to check. `authority`, `httpPort` and `now` are for tests. */
export interface TlsSite {
  readonly url: URL
  readonly authority?: string
  readonly httpPort?: number
  readonly now?: number
}

const waitMs = 10_000
const minRemainingDays = 14
const dayMs = 86_400_000
// Every modern client supports suites with forward secrecy and authenticated encryption, so all other suites must be
// off.
const weakSuites = 'ALL:COMPLEMENTOFALL:!ECDHE+AESGCM:!ECDHE+CHACHA20:!DHE+AESGCM:!DHE+CHACHA20:@SECLEVEL=0'

interface Connected {
  readonly protocol: string
  readonly certificate: PeerCertificate
}

/** Connects and returns the protocol and the certificate. Returns an Error when the handshake fails. */
function handshake({ url, authority }: TlsSite, options: ConnectionOptions): Promise<Connected | Error> {
  const servername = /^[\d.:[\]]+$/.test(url.hostname) ? '' : url.hostname
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname, port: Number(url.port || 443), servername, ...(authority !== undefined && { ca: authority }), ...options })
    socket.setTimeout(waitMs, () => socket.destroy(new Error('no answer')))
    socket.on('secureConnect', () => {
      resolve({ protocol: socket.getProtocol() ?? '', certificate: socket.getPeerCertificate() })
      socket.destroy()
    })
    socket.on('error', resolve)
  })
}

interface HttpAnswer {
  readonly status: number
  readonly location: string
  readonly hsts: string
}

/** Sends a request without following redirects. Returns an Error when nothing answers. */
function ask({ url, authority, httpPort }: TlsSite, method: 'GET' | 'POST', path: string, isSecure: boolean): Promise<HttpAnswer | Error> {
  const port = isSecure ? Number(url.port || 443) : (httpPort ?? 80)
  const send = isSecure ? requestSecurely : request
  return new Promise((resolve) => {
    const call = send({ host: url.hostname, port, method, path, timeout: waitMs, ...(authority !== undefined && { ca: authority }) }, (answer) => {
      const { location = '', 'strict-transport-security': hsts = '' } = answer.headers
      resolve({ status: answer.statusCode ?? 0, location, hsts })
      answer.destroy()
    })
    call.on('timeout', () => call.destroy(new Error('no answer')))
    call.on('error', resolve)
    call.end()
  })
}

async function certificateProblems(site: TlsSite): Promise<string[]> {
  const handshakeResult = await handshake(site, {})
  if (handshakeResult instanceof Error) return [`no trusted connection: ${handshakeResult.message}`]
  const daysLeft = Math.floor((Date.parse(handshakeResult.certificate.valid_to) - (site.now ?? Date.now())) / dayMs)
  return daysLeft >= minRemainingDays ? [] : [`days until the certificate ends: ${daysLeft}`]
}

async function protocolProblems(site: TlsSite): Promise<string[]> {
  const oldProtocols = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0', rejectUnauthorized: false } as const
  const weakSuiteOptions = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: weakSuites, rejectUnauthorized: false } as const
  return [
    ...((await handshake(site, oldProtocols)) instanceof Error ? [] : ['TLS 1.0 or 1.1 is on']),
    ...((await handshake(site, weakSuiteOptions)) instanceof Error ? [] : ['suites without forward secrecy or authenticated encryption are on']),
  ]
}

async function clearTextProblems(site: TlsSite): Promise<string[]> {
  const page = await ask(site, 'GET', '/login', false)
  const call = await ask(site, 'POST', '/api/user/login', false)
  const isMoved = page instanceof Error || (page.status >= 300 && page.status < 400 && page.location.startsWith('https://'))
  return [
    ...(isMoved ? [] : [`http://…/login answers ${page.status} instead of a redirect to https`]),
    // A redirected call has already sent its secrets in clear text, and its sender would not notice.
    ...(call instanceof Error || call.status >= 400 ? [] : [`http://…/api/user/login answers ${call.status} instead of a refusal`]),
  ]
}

/** Returns the TLS problems of a site. Empty when it meets the requirements. */
export async function tlsProblems(site: TlsSite): Promise<string[]> {
  const certificateFaults = await certificateProblems(site)
  if (certificateFaults.some((each) => each.startsWith('no trusted'))) return certificateFaults
  const loginAnswer = await ask(site, 'GET', '/login', true)
  const hsts = loginAnswer instanceof Error || !/max-age=\d{8}/.test(loginAnswer.hsts) ? ['no Strict-Transport-Security of a year'] : []
  return [...certificateFaults, ...(await protocolProblems(site)), ...hsts, ...(await clearTextProblems(site))]
}

if (import.meta.main) {
  const [address = ''] = process.argv.slice(2)
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    process.stderr.write('npm run tls -- https://site\n')
    process.exit(1)
  }
  const problems = await tlsProblems({ url: new URL(address) })
  process.stdout.write(problems.length === 0 ? `${address}: TLS is in order\n` : `${problems.join('\n')}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
