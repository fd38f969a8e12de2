import { comparableName } from '#/domain/base/names.ts'

export const certificateFaults = ['damaged', 'cipher', 'password', 'noKey', 'noCertificate', 'mismatch', 'kind', 'early', 'expired', 'subject'] as const
export type CertificateFault = (typeof certificateFaults)[number]

/**
 * Days before the end of a certificate on which its managers are notified. Readiness warns from the first of these
 * days.
 */
export const certificateWarningDays = [30, 7] as const

const dayMs = 86_400_000

/** Returns the state at `now`. `ending` means that the first warning is due. */
export function certificateState({ from, to }: { readonly from: Date; readonly to: Date }, now: Date): 'early' | 'current' | 'ending' | 'expired' {
  if (now < from) return 'early'
  if (now >= to) return 'expired'
  return to.getTime() - now.getTime() <= certificateWarningDays[0] * dayMs ? 'ending' : 'current'
}

const comparableText = (text: string) => comparableName(text).toUpperCase()

/**
 * Returns whether a certificate names this company by its full name or credit code. Issuers write the name in many
 * forms (`051@某公司@N91330106…@1`). A name inside a longer name does not match, because a branch is another company.
 */
export function subjectNamesCompany(subject: readonly string[], company: { readonly legalName: string; readonly creditCode: string }): boolean {
  const [name, code] = [comparableText(company.legalName), comparableText(company.creditCode)]
  const subjectParts = subject.flatMap((value) => comparableText(value).split(/[@|/]/))
  return subjectParts.some((part) => (name !== '' && part === name) || (code.length === 18 && part.endsWith(code)))
}

/** The reason why sealing is impossible: no certificate, or an expired one. */
export const sealFaults = ['none', 'expired'] as const
export type SealFault = (typeof sealFaults)[number]
